import { schemas } from '../../../contract/schemas.ts';

/** More digits than a double keeps of every integer. */
const MANY_DIGITS = /\d{16}/;

/** A part of a schema. */
interface Part {
  type?: string | string[];
  properties?: Record<string, Part>;
}

/** The names of the fields that are numbers by the specification, however many digits they have. */
const NUMBERS: ReadonlySet<string> = new Set(
  Object.values(schemas).flatMap((schema) => numbersIn(schema as Part)),
);

function numbersIn({ properties = {} }: Part): string[] {
  return Object.entries(properties).flatMap(([name, part]) => [
    ...([part.type].flat().includes('number') ? [name] : []),
    ...numbersIn(part),
  ]);
}

/** A value, or the digits of an integer that a double would make another one (RFC 8259 section 6). */
function exact(name: string, value: unknown, source: string | undefined): unknown {
  const isExact =
    typeof value !== 'number' ||
    source === undefined ||
    !/^-?\d+$/.test(source) ||
    NUMBERS.has(name) ||
    (Number.isFinite(value) && BigInt(source) === BigInt(value));
  return isExact ? value : source;
}

type Reviver = (this: unknown, name: string, value: unknown) => unknown;

/**
 * Parses JSON, whose integers of more digits than a double keeps are texts then: identifiers of 64 bits
 * would be taken for one another. What the specification says to be a number stays one.
 *
 * @throws SyntaxError where it is no JSON
 */
export function parseExactly(text: string): unknown {
  if (!MANY_DIGITS.test(text)) {
    return JSON.parse(text);
  }
  // TypeScript's library does not know the third argument yet.
  const reviver = (name: string, value: unknown, context?: { source?: string }) =>
    exact(name, value, context?.source);
  try {
    return JSON.parse(text, reviver as Reviver);
  } catch (error) {
    if (error instanceof RangeError) {
      // Too deep to be looked through; to be parsed it is not.
      return JSON.parse(text);
    }
    throw error;
  }
}
