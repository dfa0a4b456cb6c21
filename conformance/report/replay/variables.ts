import { REDACTED } from '../../redaction/redact.ts';
import type { Part } from './shell-word.ts';

/** A variable that whoever replays has to set. */
interface Asked {
  variable: string;
  value: string;
  /** what it is, as in `set it to …` */
  what: string;
}

/** A value shorter than this is replaced only where it is a whole text or stands between quotes. */
const SHORTEST_WITHIN = 8;

/** The values that lines of shell show as variables, and the names of these. */
export class Variables {
  readonly #redact: (text: string) => string;
  readonly #names = new Map<string, string>();
  readonly #expressions = new Map<string, string>();
  readonly #asked: Asked[] = [];

  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  /** Whether an expression stands for the value. */
  has(value: string): boolean {
    return this.#expressions.has(value);
  }

  /** A new variable for a value, of that name or with a number after it. */
  name(value: string, wanted: string): string {
    const known = this.#names.get(value);
    if (known) {
      return known;
    }
    const taken = new Set(this.#names.values());
    let variable = wanted;
    for (let n = 2; taken.has(variable); n++) {
      variable = `${wanted}_${n}`;
    }
    this.#names.set(value, variable);
    this.express(value, `"$${variable}"`);
    const inJson = JSON.stringify(value).slice(1, -1);
    if (inJson !== value) {
      this.express(inJson, `"$(printf %s "$${variable}" | sed 's/[\\\\"]/\\\\&/g')"`);
    }
    return variable;
  }

  /** Shows a value as an expression of the shell. */
  express(value: string, expression: string): void {
    this.#expressions.set(value, expression);
  }

  /** Has the value asked for in a variable of that name. */
  ask(value: string, wanted: string, what: string): void {
    if (this.has(value)) {
      return;
    }
    const variable = this.name(value, wanted);
    this.#asked.push({ variable, value, what: plain(this.#redact(what)) });
  }

  /** The same where all of the value is redacted; the name is made from the field's or header's. */
  askIfSecret(value: string, field: string, what: string): void {
    if (value !== '' && this.#redact(value) === REDACTED) {
      this.ask(value, nameOf(field), what);
    }
  }

  /** What has to be set before the lines are run. */
  asked(): readonly Asked[] {
    return this.#asked;
  }

  /** The first answer that is one, asked of each value with its variable. */
  first(answer: (value: string, variable: string) => string | undefined): string | undefined {
    for (const [value, variable] of this.#names) {
      const found = answer(value, variable);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }

  /** A text taken apart into what may be shown and expressions for the rest. */
  parts(text: string): Part[] {
    const whole = this.#expressions.get(text);
    if (whole) {
      return [{ shell: whole }];
    }
    const parts: Part[] = [];
    let done = 0;
    while (done < text.length) {
      const next = this.#next(text, done);
      parts.push(...this.#shown(text.slice(done, next?.at ?? text.length)));
      if (!next) {
        break;
      }
      parts.push({ shell: next.expression });
      done = next.at + next.value.length;
    }
    return parts;
  }

  /** The first value in a text from an index on, the longest where several begin there. */
  #next(text: string, from: number) {
    const found = [...this.#expressions].flatMap(([value, expression]) => {
      if (value.length >= SHORTEST_WITHIN) {
        const at = text.indexOf(value, from);
        return at === -1 ? [] : [{ at, value, expression }];
      }
      const quoted = text.indexOf(`"${value}"`, Math.max(from - 1, 0));
      return quoted === -1 ? [] : [{ at: quoted + 1, value, expression }];
    });
    return found.sort((a, b) => a.at - b.at || b.value.length - a.value.length)[0];
  }

  /** What is left; a secret in the middle of it has to be asked for too. */
  #shown(text: string): Part[] {
    if (text === '') {
      return [];
    }
    const pieces = this.#redact(text).split(REDACTED);
    if (pieces.length === 1) {
      return [text];
    }
    return pieces.flatMap((piece, index): Part[] => {
      if (index === 0) {
        return [piece];
      }
      const key = `${text} ${index}`;
      this.ask(key, 'SECRET', 'what the report redacts');
      return [{ shell: this.#expressions.get(key) ?? '' }, piece];
    });
  }
}

/** The name of a variable for a field or header, such as CURRENT_PASSWORD or X_GATEWAY_KEY. */
function nameOf(field: string): string {
  const name = field
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/\W+/g, '_')
    .toUpperCase();
  return /^[A-Z][A-Z\d_]*$/.test(name) ? name : 'SECRET';
}

/** A text that may stand in an expansion between double quotes. */
const plain = (text: string) => text.replaceAll(/[^\w .,:@+[\]/-]/g, '_').slice(0, 120);
