/** One function of a profile: where it is, and how long it was at work itself, in microseconds. */
export interface ProfiledFunction {
  /** Such as `(program)` or `listJson`. */
  name: string;
  /** Of the file it is in; of what is built in, that of the nearest function that called it. */
  url: string;
  self: number;
}

/** A part of the server, and what belongs to it. */
interface Part {
  name: string;
  of: (one: ProfiledFunction) => boolean;
}

const inFile = (part: RegExp) => (one: ProfiledFunction) => part.test(one.url);
const named = (part: RegExp) => (one: ProfiledFunction) => part.test(one.name);

/** What a server is made of; a function is of the first that it belongs to. */
const PARTS: readonly Part[] = [
  { name: 'garbage collector', of: named(/^\(garbage collector\)$/) },
  {
    name: 'writing to the socket, with what the kernel does',
    of: named(/^(write(v|Buffer|Utf8String|Latin1String|AsciiString)|shutdown)$/),
  },
  { name: 'HTTP parser, event loop and what else V8 cannot name', of: named(/^\(program\)$/) },
  {
    name: 'token and session',
    of: inFile(
      /\/server\/(tokens|store\/sessions|database\/until-written|http\/authenticate)\.ts$/,
    ),
  },
  {
    name: 'SQLite, with the page as JSON',
    of: inFile(/\/server\/(store|database)\/|\/better-sqlite3\//),
  },
  { name: '@hono/node-server', of: inFile(/\/@hono\/node-server\//) },
  { name: 'hono: finding the route, the context, look-ups of headers', of: inFile(/\/hono\//) },
  { name: 'Request, Response and Headers of Node', of: inFile(/^node:internal\/deps\/undici/) },
  { name: 'node:http, its streams and timers', of: inFile(/^node:/) },
  {
    name: 'our own: checks of headers, query and body, the answer',
    of: inFile(/\/(server|contract)\//),
  },
];

/** What is in no part: libraries that nothing above names, and code without a file. */
const REST = 'other';

/** Nothing to do, or the profile itself, which is begun and ended on the same thread. */
const isBeside = ({ name, url }: ProfiledFunction): boolean =>
  name === '(idle)' || url.startsWith('node:inspector');

/** Where the processor's time went, part by part, in shares of all that requests took; parts without any are left out. */
export function sharesOf(functions: readonly ProfiledFunction[]): Record<string, number> {
  const busy = functions.filter((one) => !isBeside(one));
  const total = busy.reduce((sum, { self }) => sum + self, 0);
  const shares = new Map<string, number>();
  for (const name of [...PARTS.map((part) => part.name), REST]) {
    shares.set(name, 0);
  }
  for (const one of busy) {
    const name = PARTS.find(({ of }) => of(one))?.name ?? REST;
    shares.set(name, (shares.get(name) ?? 0) + one.self / total);
  }
  return Object.fromEntries([...shares].filter(([, share]) => share > 0));
}
