// Requests of the console to the service over HTTP, with the director's key.

import { language, say } from "/web/words.js";

// Returns the answer, or throws `Error` with the reason as its message.
export async function ask(key, path, { method = "GET", body = undefined } = {}) {
  const headers = { Authorization: `Bearer ${key}`, "Accept-Language": language, ...(body && { "Content-Type": "application/json" }) };
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  } catch {
    throw new Error(say("director.not_connected"));
  }
  const isJson = /^application\/(problem\+)?json\b/.test(answer.headers.get("Content-Type"));
  const said = isJson ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Error(said.why ?? String(answer.status));
  return said;
}
