/** A secret shorter than this occurs by chance. */
const SHORTEST = 12;

/**
 * The forms in which a secret may come back: written independently of the redactor, so that one
 * mistake does not hide in both.
 */
export function secretForms(secret: string): [form: string, written: string][] {
  if (secret.length < SHORTEST) return [];
  const bytes = Buffer.from(secret);
  const forms: [string, string][] = [
    ['itself', secret],
    ['JSON', JSON.stringify(secret).slice(1, -1)],
    ['percent-encoding', encodeURIComponent(secret)],
    ['hexadecimal digits', bytes.toString('hex')],
    ['upper-case hexadecimal digits', bytes.toString('hex').toUpperCase()],
    ['HTML', secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')],
  ];
  for (const shift of [0, 1, 2]) {
    // Letters that depend on the bytes around the secret are left out at both ends.
    const padded = Buffer.concat([Buffer.alloc(shift), bytes]);
    const whole = padded.length - (padded.length % 3);
    const from = shift === 0 ? 0 : 4;
    for (const encoding of ['base64', 'base64url'] as const) {
      const written = padded.subarray(0, whole).toString(encoding).slice(from);
      if (written.length >= SHORTEST) forms.push([`${encoding}, shifted by ${shift}`, written]);
    }
  }
  return forms;
}
