// Requests of a page to the clock over HTTP, in the name of the signed-in user.

import { language, say } from "/web/words.js";

export const KEY = "director-key"; // holds the director's key, or the token of a sign-in

// The answer, or the reason for a failure as text. One of the two is null. `site` is another clock's address.
export async function ask(method, path, body = undefined, site = "") {
  const key = sessionStorage.getItem(KEY);
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "Accept-Language": language };
  try {
    const answer = await fetch(`${site}/api/${path}`, { method, headers, body: body && JSON.stringify(body) });
    const said = await answer.json();
    return answer.ok ? { said, why: null } : { said: null, why: said.why };
  } catch {
    return { said: null, why: say(method === "GET" ? "director.not_connected" : "director.not_answered") };
  }
}

// Like `ask`, but throws an error with the reason as its message.
export async function answerOf(path, body = undefined) {
  const { said, why } = await ask(body === undefined ? "GET" : "POST", path, body);
  if (why !== null) throw new Error(why);
  return said;
}
