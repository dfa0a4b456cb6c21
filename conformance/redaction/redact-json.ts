/** A string of JSON, or a number outside of one. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * JSON text with `text` done to all of it but its numbers. What is cut out of a number leaves no JSON;
 * those of an artefact are the kit's own, and hold the digits of a PIN or of a port by chance.
 */
export function redactJson(json: string, text: (source: string) => string): string {
  if (text(json) === json) {
    return json;
  }
  let redacted = '';
  let done = 0;
  for (const { 0: found, index } of json.matchAll(STRING_OR_NUMBER)) {
    if (!found.startsWith('"')) {
      redacted += text(json.slice(done, index)) + found;
      done = index + found.length;
    }
  }
  return redacted + text(json.slice(done));
}
