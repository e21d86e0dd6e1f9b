// Requests of the page to its server. All addresses are relative, so that they keep the secret.

/** An error of the server, with its code. */
export class Refusal extends Error {
  constructor(code, reason) {
    super(reason);
    this.code = code;
  }
}

async function ask(address, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(address, options);
  } catch {
    throw new Refusal("", "The server does not answer. Is it still running?");
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(told.code ?? answer.status, told.reason ?? "Refused");
  return told;
}

export const server = {
  pairs: () => ask("pairs"),
  pair: (number) => ask(`pairs/${number}`),
  compare: (source, target) => ask("pairs", { source, target }),
  act: (number, action) => ask(`pairs/${number}/actions`, action),
  agreement: () => ask("agreement"),
  learning: () => ask("learning"),
  phrases: (phrase) => ask(`phrases?of=${encodeURIComponent(phrase)}`),
  learn: () => ask("learning", {}),
};
