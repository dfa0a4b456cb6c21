import { leavesOf } from '../../expectations.ts';

/** The values of verificationStatus, which are no message (section 2.5). */
export const VERIFICATIONS = ['PENDING_VERIFICATION', 'VERIFIED', 'REJECTED'];

/** A value of an answer with the path of its names, as `leavesOf` gives it. */
type Leaf = ReturnType<typeof leavesOf>[number];

/** Digits of any script as 0 to 9, and Arabic and full-width separators as point and comma. */
function plainDigits(text: string): string {
  return text
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll('．', '.')
    .replaceAll('，', ',')
    .replace(/\p{Nd}/gu, (digit) => {
      // The decimal digits of a script stand together in order, its zero at their beginning.
      let value = 0;
      const code = digit.codePointAt(0) ?? 0;
      while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) {
        value += 1;
      }
      return code < 0x80 ? digit : String(value);
    });
}

/** A number in a text that is no part of a date, a time or an identifier. */
const NUMBER =
  /(?<![\d:/_.,-]|[-:/_]\p{L}{0,9})\d+(?:[.,'’ \u00a0\u202f]\d+)*(?![\d:/_]|-[\d\p{L}]|\p{L}{5})/gu;

/** A fraction, or what may be one, at the end of a number. */
const FRACTION = /[.,](\d+)$/;

/** What a written number may mean: separators of thousands and of the fraction differ by country. */
function readingsOf(written: string): number[] {
  const digits = (text: string) => text.replace(/\D/g, '');
  const [match, fraction] = FRACTION.exec(written) ?? [];
  const whole = Number(digits(written));
  if (match === undefined) {
    return [whole];
  }
  return [whole, Number(`${digits(written.slice(0, -match.length))}.${fraction}`)];
}

/** The amounts that a text may tell, with or without a currency: "NGN 10.71", "1.234,56". */
function amountsIn(text: string): number[] {
  const written = plainDigits(text).match(NUMBER) ?? [];
  return written.flatMap((number) => [
    ...readingsOf(number),
    // A blank may part two numbers as well as thousands.
    ...number.split(/[ \u00a0\u202f]/).flatMap(readingsOf),
  ]);
}

/** Cents, kobo: most currencies have a hundred to the whole, and no unit is given (section 2.5). */
const MINOR_UNITS = 100;

/** Who gives the amount the name that it was sent by (section 4.7) gives it in the unit it was sent in. */
const NAME_OF_REQUEST = 'repaymentAmount';

/** How the number of digits after the point is called beside an amount without a point. */
const SCALE = /^(scale|exponent|decimals|decimalPlaces|precision)$/i;

/** Billionths of a unit, as google.type.Money has them. */
const NANOS = 1e9;

/** The amounts that objects tell in two fields: units and nanos, or an amount without a point and its scale. */
function amountsInTwo(leaves: readonly Leaf[]): number[] {
  const nameOf = ({ path }: Leaf) => path.slice(path.lastIndexOf('/') + 1);
  const objects = Map.groupBy(leaves, (leaf) => leaf.path.slice(0, -nameOf(leaf).length));
  return [...objects.values()].flatMap((fields) => {
    const numberIn = (name: RegExp) =>
      Number(fields.find((leaf) => name.test(nameOf(leaf)))?.value);
    const scale = numberIn(SCALE);
    return [
      numberIn(/^units$/i) + numberIn(/^nanos$/i) / NANOS,
      ...fields.map(({ value }) => Number(value) / 10 ** Math.abs(scale)),
    ].filter(Number.isFinite);
  });
}

/** Equal, but for what a division leaves of a double. */
const isSame = (one: number, other: number) => Math.abs(one - other) < 1e-6;

/**
 * Whether an amount stands anywhere in a JSON value: as a number, as text, or within a text, or alone in
 * the currency's minor unit, or in two fields.
 */
export function holdsAmount(data: unknown, amount: number): boolean {
  const leaves = leavesOf(data);
  if (amountsInTwo(leaves).some((one) => isSame(one, amount))) {
    return true;
  }
  return leaves.some(({ path, value }) => {
    const isAmount = (number: number) =>
      number === amount ||
      (number === Math.round(amount * MINOR_UNITS) && !path.endsWith(`/${NAME_OF_REQUEST}`));
    if (typeof value === 'number') {
      return isAmount(value);
    }
    return (
      typeof value === 'string' && (isAmount(Number(value)) || amountsIn(value).includes(amount))
    );
  });
}

const NAMES_A_MESSAGE = /message|confirmation|description|narrative|note|information/i;
const CURRENCY_CODE = /^[A-Z]{2,3}$/;
const CODE_WORDS = /^[A-Z0-9]+(_[A-Z0-9]+)+$/;
const AMOUNT_ONLY = /^[A-Za-z\p{Sc}.\s]{0,5}\d[\d.,'’\s]*[A-Za-z\p{Sc}.]{0,5}$/u;

/** The words of a text, in lower case and with composed accents (Unicode Standard Annex 15, NFC). */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? [];

/** Whether a text says no more than another does. */
function isPartOf(text: string, other: string): boolean {
  const held = wordsOf(other);
  return wordsOf(text).every((word) => held.includes(word));
}

/**
 * Whether a value of a repayment's answer may be its confirmation message (section 2.5), in any
 * language, script and case: a text with a letter that is none of `others`, the other values that
 * the answer carries, and looks like no identifier, code, date or amount. A code is a message where
 * its field is called one, and so is a sign that stands for words (✓).
 */
export function isConfirmation({ path, value }: Leaf, others: readonly string[]): boolean {
  if (typeof value !== 'string') {
    return false;
  }
  const text = value.trim();
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (NAMES_A_MESSAGE.test(name) && /[\p{L}\p{S}]/u.test(text) && !others.includes(text)) {
    return true;
  }
  const isCode = CURRENCY_CODE.test(text) || CODE_WORDS.test(text);
  if (!/\p{L}/u.test(text) || isCode || AMOUNT_ONLY.test(plainDigits(text))) {
    return false;
  }
  const isOneWord = !/\s/.test(text);
  // A script without blanks between words, such as Chinese, makes a sentence of one word.
  const isIdentifier = isOneWord && /[\d@]/.test(text) && /^[\p{ASCII}]*$/u.test(text);
  return !isIdentifier && !others.some((other) => isPartOf(text, other));
}
