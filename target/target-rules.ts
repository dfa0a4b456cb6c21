import { firstPerPlace, type JsonPath, type Mistake } from './mistakes.ts';
import { loadShape } from './shape.ts';
import { stateMistakes } from './states/state-values.ts';
import schema from './target.schema.json' with { type: 'json' };
import { type StateName, USER_NAMES } from './target.ts';

// An import of it would read all that it offers, a WebSocket and a fetch among them, for 20 ms.
const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http');

/** The names of all states, as the schema has them. */
export const STATE_NAMES = Object.keys(schema.$defs.states) as StateName[];

/**
 * What is wrong with a target file beyond its shape: addresses, headers, users that must be
 * different people, entries that must be different things. Works on any JSON value, so that these
 * mistakes are found in the same pass as those of the shape.
 */
export function ruleMistakes(file: unknown): Mistake[] {
  const { baseUrl, lendingUrl, investmentUrl, headers, users, states, load } = record(file);
  const { url, headers: hookHeaders } = record(states);
  return [
    ...urlMistakes(['baseUrl'], baseUrl),
    ...urlMistakes(['lendingUrl'], lendingUrl),
    ...urlMistakes(['investmentUrl'], investmentUrl),
    ...hookMistakes(url),
    ...headerMistakes(['headers'], headers, OWN_HEADERS),
    ...headerMistakes(['states', 'headers'], hookHeaders, HTTP_HEADERS),
    ...USER_NAMES.flatMap((name) =>
      urlMistakes(['users', name, 'baseUrl'], record(record(users)[name]).baseUrl),
    ),
    ...samePersonMistakes(record(users)),
    ...poolMistakes(record(states)),
    ...loadRuleMistakes(load).map(({ path, text }) => ({ path: ['load', ...path], text })),
  ];
}

/** What is wrong with a `load` section, with the paths from there; works on any JSON value. */
export function loadMistakes(load: unknown): Mistake[] {
  return firstPerPlace([...loadShape(load), ...loadRuleMistakes(load)]);
}

function loadRuleMistakes(load: unknown): Mistake[] {
  const { virtualUsers, ledgerUrl } = record(load);
  const { preAllocated, max } = record(virtualUsers);
  const mistakes = urlMistakes(['ledgerUrl'], ledgerUrl);
  if (typeof preAllocated === 'number' && typeof max === 'number' && max < preAllocated) {
    mistakes.push({
      path: ['virtualUsers', 'max'],
      text: 'is less than preAllocated; expected as many or more',
    });
  }
  return mistakes;
}

/** Where the literal values of a state are: by its name, or in `pools`. */
export function poolsOf(states: unknown): { name: StateName; path: JsonPath; pool: unknown }[] {
  return [
    { path: ['states'], pools: record(states) },
    { path: ['states', 'pools'], pools: record(record(states).pools) },
  ].flatMap(({ path, pools }) =>
    STATE_NAMES.filter((name) => pools[name] !== undefined).map((name) => ({
      name,
      path: [...path, name],
      pool: pools[name],
    })),
  );
}

/** A query is where keys are, which would show in every message that names the address. */
const hookMistakes = (url: unknown): Mistake[] =>
  urlMistakes(['states', 'url'], url).map(({ path, text }) => ({
    path,
    text: text.startsWith('has a query')
      ? `${text}; what the hook has to be told goes into states.headers`
      : text,
  }));

function urlMistakes(path: JsonPath, value: unknown): Mistake[] {
  if (typeof value !== 'string' || value === '') {
    return [];
  }
  const expected = 'expected an http or https URL such as https://sandbox.example/tenant';
  const wrong = (what: string): Mistake[] => [{ path, text: `${what}; ${expected}` }];
  const url = URL.parse(value);
  if (!url || !/^https?:\/\//i.test(value.trim())) {
    return wrong('is no http or https URL');
  }
  if (url.username || url.password) {
    return wrong('has a user name or password in it');
  }
  if (value.includes('?')) {
    return wrong('has a query');
  }
  if (value.includes('#')) {
    return wrong('has a fragment');
  }
  return [];
}

/** Headers that belong to the connection and the length of the body, not to a file. */
const HTTP_HEADERS =
  /^(host|connection|content-length|expect|keep-alive|transfer-encoding|upgrade|te|trailer)$/;

/**
 * Headers that checks set, leave out and vary; a fixed value would make their verdicts wrong. Not the
 * address of the customer: which ones a target takes for a customer's, only its vendor knows.
 */
const OWN_HEADERS = new RegExp(
  `${HTTP_HEADERS.source}|^(x-auth-token|uuid|platform|content-type|x-idempotency-key|x-fapi-(?!customer-ip-address$).*)$`,
);

function headerMistakes(path: JsonPath, headers: unknown, reserved: RegExp): Mistake[] {
  const seen = new Set<string>();
  return Object.entries(record(headers)).flatMap(([name, value]): Mistake[] => {
    const wrong = (text: string): Mistake[] => [{ path: [...path, name], text }];
    const key = name.toLowerCase();
    if (!passes(() => validateHeaderName(name))) {
      return wrong('is no header name; expected letters, digits and hyphens');
    }
    if (reserved.test(key)) {
      return wrong('is a header that Assay sets itself; leave it out');
    }
    if (seen.has(key)) {
      return wrong('is given twice; names of headers ignore case');
    }
    seen.add(key);
    if (typeof value === 'string' && !passes(() => validateHeaderValue(name, value))) {
      return wrong('has a value with characters that no header may have, such as a line end');
    }
    return [];
  });
}

/** A check that compares two users proves nothing where both are one. */
function samePersonMistakes(users: Record<string, unknown>): Mistake[] {
  const nameOf = new Map<string, string>();
  return USER_NAMES.flatMap((name): Mistake[] => {
    const { email } = record(users[name]);
    if (typeof email !== 'string' || email === '') {
      return [];
    }
    const other = nameOf.get(email.toLowerCase());
    nameOf.set(email.toLowerCase(), other ?? name);
    if (other === undefined) {
      return [];
    }
    const text = `is the same as users.${other}.email; expected another person`;
    return [{ path: ['users', name, 'email'], text }];
  });
}

function poolMistakes(states: Record<string, unknown>): Mistake[] {
  const mistakes: Mistake[] = [];
  const placeOf = new Map<string, string>();
  for (const { name, path, pool } of poolsOf(states)) {
    if (path.length === 3 && states[name] !== undefined) {
      mistakes.push({ path, text: `is given twice, also as states.${name}; expected one of them` });
    }
    if (!Array.isArray(pool)) {
      continue;
    }
    pool.forEach((values, index) => {
      for (const mistake of stateMistakes(name, values, true)) {
        mistakes.push({ path: [...path, index, ...mistake.path], text: mistake.text });
      }
      const identity = identityOf(name, values);
      const earlier = placeOf.get(identity);
      placeOf.set(identity, earlier ?? `${name}[${index}]`);
      if (earlier !== undefined && isUsedUp(name, values)) {
        mistakes.push({
          path: [...path, index],
          text: `repeats ${earlier}; expected something else, since each is used on its own`,
        });
      }
    });
  }
  return mistakes;
}

/**
 * Whether an entry serves one use alone: an application is in one status and answered once, a loan is
 * repaid. What is only looked at, or asked for as often as one likes, may be listed as often.
 */
function isUsedUp(name: StateName, values: unknown): boolean {
  return name === 'active-loan' || record(values).applicationId !== undefined;
}

/** What makes an entry the same thing as another: an application is one whatever pool it is in. */
function identityOf(name: StateName, values: unknown): string {
  const { applicationId } = record(values);
  if (typeof applicationId === 'string') {
    return JSON.stringify({ applicationId });
  }
  return JSON.stringify([name, values]);
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function passes(validate: () => void): boolean {
  try {
    validate();
    return true;
  } catch {
    return false;
  }
}
