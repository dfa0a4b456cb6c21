import { run } from '../plan/run.ts';

/** Shorter texts than this are no secrets, but words that would vanish everywhere. */
const SHORTEST = 6;
const secrets = new Set<string>();

/** Remembers a token, so that no message of this virtual user shows it. */
export function keepSecret(secret: string): void {
  if (secret.length < SHORTEST) {
    return;
  }
  // As it is, as it stands in JSON, and as it stands in a URL.
  secrets.add(secret);
  secrets.add(JSON.stringify(secret).slice(1, -1));
  secrets.add(encodeURIComponent(secret));
}

for (const { password } of run.users) {
  keepSecret(password);
}
for (const headers of [run.headers, run.statesHeaders]) {
  Object.values(headers).forEach(keepSecret);
}

/** The text without any secret of the run, by value: a target may echo what it was sent. */
export function redacted(text: string): string {
  let clean = text;
  for (const secret of secrets) {
    if (clean.includes(secret)) {
      clean = clean.split(secret).join('[redacted]');
    }
  }
  return clean;
}
