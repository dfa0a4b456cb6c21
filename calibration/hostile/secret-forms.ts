/** A secret shorter than this occurs by chance. */
const SHORTEST = 12;

/**
 * The forms in which a secret may come back: written independently of the redactor, so that one
 * mistake does not hide in both.
 */
export function secretForms(secret: string): [form: string, written: string][] {
  if (secret.length < SHORTEST) {
    return [];
  }
  const bytes = Buffer.from(secret);
  const forms: [string, string][] = [
    ['itself', secret],
    ['JSON', JSON.stringify(secret).slice(1, -1)],
    ['percent-encoding', encodeURIComponent(secret)],
    ['hexadecimal digits', bytes.toString('hex')],
    ['upper-case hexadecimal digits', bytes.toString('hex').toUpperCase()],
    ['HTML', secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')],
  ];
  forms.push(...piecesOf(secret));
  for (const shift of [0, 1, 2]) {
    // Letters that depend on the bytes around the secret are left out at both ends.
    const padded = Buffer.concat([Buffer.alloc(shift), bytes]);
    const whole = padded.length - (padded.length % 3);
    const from = shift === 0 ? 0 : 4;
    for (const encoding of ['base64', 'base64url'] as const) {
      const written = padded.subarray(0, whole).toString(encoding).slice(from);
      if (written.length >= SHORTEST) {
        forms.push([`${encoding}, shifted by ${shift}`, written]);
      }
    }
  }
  return forms;
}

/** Secrets shorter than this are told by pieces of them no more than by their other words. */
const SHORTEST_IN_PIECES = 16;
const ZERO_WIDTH_SPACE = '\u200b';

/** What is left of a secret that was cut or broken up: nobody needs more than that to use it. */
export function piecesOf(secret: string): [form: string, written: string][] {
  if (secret.length < SHORTEST_IN_PIECES) {
    return [];
  }
  const characters = Array.from(secret);
  const wrapped = characters.map((c, index) => (index % 20 === 19 ? `${c}\n` : c)).join('');
  return [
    ['all but its last character', secret.slice(0, -1)],
    ['all but its first character', secret.slice(1)],
    ['lines of 20 columns', wrapped],
    ['lines of 20 columns in JSON', JSON.stringify(wrapped).slice(1, -1)],
    ['characters with zero-width spaces between', characters.join(ZERO_WIDTH_SPACE)],
    ['quarters with zero-width spaces between', quartersOf(secret).join(ZERO_WIDTH_SPACE)],
  ];
}

function quartersOf(text: string): string[] {
  const size = Math.ceil(text.length / 4);
  return [0, 1, 2, 3].map((index) => text.slice(index * size, (index + 1) * size));
}
