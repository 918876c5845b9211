// Asks the clock over HTTP. What is not done comes as an error whose message is why, in words.

import { language, say } from "/web/words.js";

// `headers()` says who asks. The one that is returned takes a path under /api, and a body where something is sent.
export function asker(headers) {
  return async (path, body) => {
    const more = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    let answer;
    try {
      answer = await fetch(`/api${path}`, { headers: { "Accept-Language": language, ...headers() }, ...more });
    } catch {
      throw new Error(say("director.not_connected"));
    }
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.why);
    return said;
  };
}
