import { link, rm, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CAPABILITIES } from '../contract/capabilities.ts';
import { UnavailableError, UsageError } from '../contract/errors.ts';
import { makeFolder } from '../contract/make-folder.ts';
import schema from './target.schema.json' with { type: 'json' };
import { USER_NAMES } from './target.ts';
import { DEFAULT_CONCURRENCY, DEFAULT_TIMEOUT_MS } from './target-file.ts';
import { STATE_NAMES } from './target-rules.ts';

const { properties, $defs } = schema;

/**
 * A target file to start from, in JSON with comments: every user, capability and state with one
 * line that says what it is; secrets as `${NAME}`. What a target may do without is commented out as
 * `// "key": …`, ready to be used. `schemaPath` is where editors find the schema.
 */
export function starterTargetFile(
  schemaPath = './node_modules/assay/dist/target/target.schema.json',
): string {
  const lines = [
    '// Where your implementation is and what Assay may use there. Comments and trailing commas are',
    `// allowed; \${NAME} takes the value of an environment variable, so that no secret is in here.`,
    '// `assay doctor --target FILE` tries everything once and says what would go untested.',
    '{',
    `  "$schema": ${JSON.stringify(schemaPath)},`,
    '',
    ...entry(2, properties.name.description, '"name": "My sandbox",'),
    ...entry(2, properties.baseUrl.description, '"baseUrl": "https://sandbox.example",'),
    ...optional(2, 'lendingUrl', properties.lendingUrl),
    ...optional(2, 'investmentUrl', properties.investmentUrl),
    ...optional(2, 'headers', properties.headers),
    ...optional(2, 'tls', properties.tls),
    ...optional(2, 'proxy', properties.proxy),
    ...entry(2, properties.timeoutMs.description, `"timeoutMs": ${DEFAULT_TIMEOUT_MS},`),
    ...entry(2, properties.concurrency.description, `"concurrency": ${DEFAULT_CONCURRENCY},`),
    '',
    ...entry(2, properties.users.description, '"users": {'),
    ...USER_NAMES.flatMap((name) =>
      entry(4, properties.users.properties[name].description, `"${name}": ${credentials(name)},`),
    ),
    '  },',
    '',
    ...entry(2, properties.capabilities.description.split(':')[0], '"capabilities": ['),
    ...Object.entries(CAPABILITIES).flatMap(([name, meaning]) =>
      entry(4, meaning, `// "${name}",`),
    ),
    '  ],',
    '',
    ...entry(2, properties.states.description, '"states": {'),
    ...optional(4, 'url', properties.states.properties.url),
    ...optional(4, 'headers', properties.states.properties.headers),
    '',
    ...STATE_NAMES.flatMap((name) => {
      const { description, examples } = $defs.states[name];
      return optional(4, name, { description, examples: [examples] });
    }),
    '  },',
    '}',
    '',
  ];
  return lines.join('\n');
}

/**
 * Writes the starter to a file that does not exist yet, whole or not at all; folders on the way are
 * made. Throws UsageError where the file exists, UnavailableError where it cannot be written.
 */
export async function initTargetFile(path: string): Promise<void> {
  const folder = dirname(resolve(path));
  const unfinished = `${path}.${process.pid}.part`;
  try {
    await makeFolder(folder);
    await writeFile(unfinished, starterTargetFile(schemaPathFrom(folder)), { flag: 'wx' });
    // a link, unlike a rename, fails where the name is taken, also when taken just now
    await link(unfinished, path);
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && syscall === 'link') {
      throw new UsageError(`${path} exists already; name another file with --out, or remove it`);
    }
    throw new UnavailableError(`cannot write ${path}: ${message}`);
  } finally {
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

function schemaPathFrom(folder: string): string {
  const schemaFile = fileURLToPath(new URL('./target.schema.json', import.meta.url));
  const path = relative(folder, schemaFile).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

function entry(indent: number, comment: string | undefined, text: string): string[] {
  const space = ' '.repeat(indent);
  return [`${space}// ${comment}`, `${space}${text}`];
}

function optional(
  indent: number,
  key: string,
  { description, examples }: { description: string; examples: readonly unknown[] },
): string[] {
  return entry(indent, description, `// "${key}": ${spaced(examples[0])},`);
}

function credentials(user: string): string {
  const variable = user.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return spaced({ email: `${user}@sandbox.example`, password: `\${ASSAY_${variable}_PASSWORD}` });
}

/** JSON on one line, with a space after each comma and colon, as one writes it by hand. */
function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replaceAll(/\n\s*/g, ' ')
    .replaceAll(/([[]) | ([\]])/g, '$1$2');
}
