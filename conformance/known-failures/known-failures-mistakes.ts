import type { ErrorObject } from 'ajv';
import { closestName } from '../../target/closest-name.ts';
import type { JsonPath, Mistake } from '../../target/mistakes.ts';
import schema from './known-failures.schema.json' with { type: 'json' };

/** What a key is for and how it is written, for the one who has to mend it. */
const EXPECTED: Record<string, string> = {
  check: 'the id of a check as a text, where * stands for any part: "repay-loan.amount.*"',
  reason: 'a text that says why the failure is accepted',
  issue: 'a text that says where it is followed up, such as the address of a ticket',
  until: 'the last day on which it is accepted, as "YYYY-MM-DD"',
};

const KEYS = Object.keys(schema.items.properties);

/** The mistake that one error of the schema tells: which key, what is there, what was expected. */
export function mistakeOf({ instancePath, keyword, params, data }: ErrorObject): Mistake {
  const path = pathOf(instancePath);
  const key = path.at(-1);
  if (keyword === 'required') {
    const missing = String(params.missingProperty);
    return { path, text: `has no "${missing}"; expected ${EXPECTED[missing]}` };
  }
  if (keyword === 'additionalProperties') {
    const unknown = String(params.additionalProperty);
    const meant = closestName(unknown, KEYS);
    const hint = meant ? `did you mean ${meant}?` : `the keys are ${KEYS.join(', ')}`;
    return { path: [...path, unknown], text: `is not a known key; ${hint}` };
  }
  if (path.length === 0) {
    return { path, text: `it is ${kindOf(data)}; expected a list of entries` };
  }
  if (typeof key === 'number') {
    return { path, text: `is ${kindOf(data)}; expected an object with ${KEYS.join(', ')}` };
  }
  return { path, text: `is ${shown(data)}; expected ${EXPECTED[String(key)]}` };
}

function pathOf(pointer: string): JsonPath {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function shown(data: unknown): string {
  return typeof data === 'string' ? JSON.stringify(data.slice(0, 60)) : kindOf(data);
}

function kindOf(data: unknown): string {
  if (data === null) {
    return 'null';
  }
  if (Array.isArray(data)) {
    return 'a list';
  }
  if (typeof data === 'object') {
    return 'an object';
  }
  return typeof data === 'string' ? 'a text' : `the ${typeof data} ${data}`;
}
