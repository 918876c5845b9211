"""Retry backoff and error text. Knows nothing about readers or threads."""

_LONGEST_CAUSE = 160


def next_backoff_s(retry_s: float, first_s: float = 0.1, longest_s: float = 2.0) -> float:
    """The next wait in seconds, doubled up to the limit. Pass 0 before the first one."""
    return min(max(first_s, 2 * retry_s), longest_s)


def unexpected_error_text(error: Exception, secret: str = "") -> str:
    """One line about an unexpected error and its cause, without the `secret`, which is an address with a password."""
    cause = " ".join(f"{type(error).__name__}: {error}".split())
    if secret:
        cause = cause.replace(secret, "its address")
    return f"hit an unexpected error and retries: restart this program if it persists ({cause[:_LONGEST_CAUSE]})"
