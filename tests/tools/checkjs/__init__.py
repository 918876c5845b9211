"""The pages' JavaScript, checked by TypeScript: `python -m tests.tools.checkjs`, a step of `./dev check`.

Node comes with the environment; TypeScript and lit-html's types by `npm ci`, whose lock holds their hashes, into
`.cache/checkjs`. Nothing of it is shipped.
"""
