"""The shared hand records, each written as the PHH text of a file."""

import gzip
import json
from pathlib import Path
from typing import Any

Record = dict[str, Any]

FIELDS = ("variant", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks", "actions",
          "finishing_stacks")  # fmt: skip

# Acts of a random player that the standard does not allow.
NOT_BY_THE_BOOK = {"tda_illegal_reopen": "TDA 2024 rule 47-A", "tda_below_min_raise": "TDA 2024 rule 43-A"}


def records(shared: Path, name: str) -> list[Record]:
    """All hands of one file, as the file has them."""
    with gzip.open(shared / "corpora" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def no_limit(hands: list[Record]) -> list[Record]:
    return [record for record in hands if record["variant"] == "NT"]


def as_phh(record: Record) -> str:
    """The record as one hand of PHH. TOML writes numbers, texts and lists as JSON does."""
    fields = {name: record[name] for name in FIELDS if name in record}
    if record["n"] == 2:  # the records list antes as posted, and PHH in reverse
        fields["antes"] = fields["antes"][::-1]
    fields["ante_trimming_status"] = record.get("ante_trimming", False)
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in fields.items())


def as_phhs(hands: list[Record]) -> str:
    """Many hands, one TOML table each, named by running number from 1."""
    return "\n".join(f"[{number}]\n{as_phh(record)}" for number, record in enumerate(hands, 1))


def clauses_broken(record: Record) -> set[str]:
    """The clauses that the record's betting breaks. The refusal names the first one it breaks."""
    return {NOT_BY_THE_BOOK[tag] for tag in record.get("tags", ()) if tag in NOT_BY_THE_BOOK}
