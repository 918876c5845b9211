// What was typed and not yet sent, kept for this browser tab, so that a reload does not lose it.

const PREFIX = "draft ";

// An empty text removes the draft.
export function keepDraft(name, text) {
  if (text) sessionStorage.setItem(PREFIX + name, text);
  else sessionStorage.removeItem(PREFIX + name);
}

export const draftOf = (name) => sessionStorage.getItem(PREFIX + name) ?? "";
