import fc from 'fast-check';

/** Values that servers stumble over; each was somebody's bug. */
const NASTY: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1e-320, 1e308, 0.1 + 0.2, -0],
  ...['', ' ', '0', '-1', 'null', 'NaN', 'true', '\u0000', '\uD800', '💥', 'İ', 'ß'.repeat(300)],
  ...["'; DROP TABLE users; --", '%', '_', '../../etc/passwd', '<script>', '"', '\\'],
  ...['2026-02-30', '31/02/2026', '99/99/9999', '0000-00-00', '2026-07-01T25:61:61Z', '20260701'],
  ...['x'.repeat(70_000), '9'.repeat(400), 'a@b', '__proto__', 'constructor', '\r\nX-Other: 1'],
  ...[[], {}, [[]], [null], { $ref: '#' }, { length: 1e9 }, { __proto__: null, toJSON: 1 }],
];

const nested = fc
  .integer({ min: 1, max: 6000 })
  .map((levels) => `${'['.repeat(levels)}${']'.repeat(levels)}`);

const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: anyText(40) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

/** What a header may hold at all: printable ASCII, and the bytes above it. */
const inHeader = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    'x'.repeat(300),
    'x'.repeat(9000),
    'null',
    '2026-13-01',
    '::ffff:1',
    '%00',
  ),
  fc
    .uint8Array({ maxLength: 60 })
    .map((bytes) => String.fromCharCode(...bytes.filter((code) => code >= 0x20 && code !== 0x7f))),
);

/** A piece of a path or query: encoded, or as it is, as far as a request line can hold it. */
const inPath = fc.oneof(
  fc.constantFrom(
    '%',
    '%00',
    '%2e%2e%2f',
    '..',
    '%ff%fe',
    'null',
    '%F0%9F%92%A5',
    '-1',
    '1e9',
    '99999999999',
  ),
  anyText(20).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.stringMatching(/^[!-~]{0,20}$/).map((text) => text.replaceAll('#', '')),
);

/** Text of any code points, halves of a pair among them. */
function anyText(maxLength: number): fc.Arbitrary<string> {
  const points = fc.oneof(fc.integer({ min: 0, max: 0xff }), fc.integer({ min: 0, max: 0x10ffff }));
  return fc.array(points, { maxLength }).map((codes) => String.fromCodePoint(...codes));
}

/** One thing that is done to a request. */
export type Change = (request: Draft) => void;

/** A request that is still being changed. */
export interface Draft {
  method: string;
  segments: string[];
  query: string;
  headers: [string, string][];
  body: unknown;
  raw: Buffer | null;
}

const field = fc.tuple(fc.nat(), value);
/** Every way in which a request is made wrong, the likelier the more there is to it. */
export const changes: fc.Arbitrary<Change> = fc.oneof(
  // A field of the body has another value, is gone, or is new.
  {
    weight: 8,
    arbitrary: field.map(
      ([at, next]): Change =>
        (draft) => {
          const fields = fieldsOf(draft);
          const name = fields[at % (fields.length + 1)] ?? 'extra';
          draft.body = { ...(draft.body as object), [name]: next };
        },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat().map(
      (at): Change =>
        (draft) => {
          const { [fieldsOf(draft)[at % 20] ?? '']: _gone, ...rest } = Object(draft.body);
          draft.body = rest;
        },
    ),
  },
  {
    weight: 1,
    arbitrary: value.map(
      (body): Change =>
        (draft) =>
          Object.assign(draft, { body }),
    ),
  },
  // The body is no JSON, is cut off, is deep, or is nothing but bytes.
  {
    weight: 1,
    arbitrary: fc.nat().map(
      (at): Change =>
        (draft) => {
          const text = Buffer.from(JSON.stringify(draft.body ?? {}));
          draft.raw = text.subarray(0, at % (text.length + 1));
        },
    ),
  },
  {
    weight: 1,
    arbitrary: nested.map(
      (text): Change =>
        (draft) => {
          draft.raw = Buffer.from(
            JSON.stringify({ ...Object(draft.body), extra: 0 }).replace(/0\}$/, `${text}}`),
          );
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 200 }).map(
      (bytes): Change =>
        (draft) => {
          draft.raw = Buffer.from(bytes);
        },
    ),
  },
  // A header has another value, is gone, or comes twice.
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(), inHeader).map(
      ([at, text]): Change =>
        ({ headers }) => {
          const header = headers[at % Math.max(1, headers.length)];
          if (header) {
            header[1] = text;
          }
        },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat().map(
      (at): Change =>
        ({ headers }) => {
          headers.splice(at % Math.max(1, headers.length), 1);
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(), inHeader).map(
      ([at, text]): Change =>
        ({ headers }) => {
          headers.push([headers[at % Math.max(1, headers.length)]?.[0] ?? 'x-other', text]);
        },
    ),
  },
  // Path, query or method are others.
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(), inPath).map(
      ([at, text]): Change =>
        (draft) => {
          draft.segments[at % draft.segments.length] = text;
        },
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('page', 'size', 'status', 'other', '', '%00', 'page[]'), inPath)
      .map(
        ([name, text]): Change =>
          (draft) => {
            draft.query += `${draft.query === '' ? '?' : '&'}${name}=${text}`;
          },
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PURGE')
      .map(
        (method): Change =>
          (draft) =>
            Object.assign(draft, { method }),
      ),
  },
);

function fieldsOf({ body }: Draft): string[] {
  return typeof body === 'object' && body !== null ? Object.keys(body) : [];
}
