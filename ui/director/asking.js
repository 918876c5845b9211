// What a page asks of the clock over HTTP, as who is signed in.

import { language, say } from "/web/words.js";

export const KEY = "director-key"; // the director's key, or the token of a sign-in

// What was answered, or the words why not: one of the two is null.
export async function ask(method, path, body = undefined) {
  const key = sessionStorage.getItem(KEY);
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "Accept-Language": language };
  try {
    const answer = await fetch(`/api/${path}`, { method, headers, body: body && JSON.stringify(body) });
    const said = await answer.json();
    return answer.ok ? { said, why: null } : { said: null, why: said.why };
  } catch {
    return { said: null, why: say(method === "GET" ? "director.not_connected" : "director.not_answered") };
  }
}

// The same for who would rather catch: what is answered at a path, or an error whose message is why in words.
export async function answerOf(path, body = undefined) {
  const { said, why } = await ask(body === undefined ? "GET" : "POST", path, body);
  if (why !== null) throw new Error(why);
  return said;
}
