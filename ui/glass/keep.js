// What a device remembers. A browser may refuse to store anything; the page then asks again.

export function kept(name) {
  try {
    return localStorage.getItem(`glass-${name}`);
  } catch {
    return null;
  }
}

export function keep(name, text) {
  try {
    localStorage.setItem(`glass-${name}`, text);
  } catch {
    // the page works without it
  }
}

// A name that this page keeps when it is loaded again, and that no other tab has.
export function pageName() {
  const name = Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => one.toString(16).padStart(2, "0")).join("");
  try {
    const before = sessionStorage.getItem("glass-page");
    if (before && performance.getEntriesByType("navigation")[0]?.["type"] !== "navigate") return before;
    sessionStorage.setItem("glass-page", name);
  } catch {
    // each load is a page of its own
  }
  return name;
}
