import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { enrichedOpenApi, serversOf, tokenOf } from './enriched-openapi.ts';
import { command, INSTALL_LIMIT_MS, required, type Tool } from './tool.ts';

const VERSION = '4.32.5';

/** Random bodies and parameters for each endpoint and phase, at most. */
const MAX_EXAMPLES = 10;

/** A new key for every request that has one; without it, one key serves all requests. */
const HOOKS = `import uuid
import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.headers and case.headers.get("x-idempotency-key"):
        case.headers["x-idempotency-key"] = str(uuid.uuid4())
`;

/** Installs Schemathesis into a virtual environment below the cache. Throws ToolMissing. */
export async function installSchemathesis(cache: string): Promise<Tool> {
  const venv = join(cache, `schemathesis-${VERSION}`);
  const st = join(venv, 'bin', 'st');
  if (!existsSync(st)) {
    const options = { cwd: cache, timeoutMs: INSTALL_LIMIT_MS };
    await required('Python', 'python3', ['-m', 'venv', venv], options);
    const install = ['install', '--quiet', `schemathesis==${VERSION}`];
    await required('pip', join(venv, 'bin', 'pip'), install, options);
  }
  return {
    name: 'Schemathesis',
    version: VERSION,
    seeded: true,
    getBody: 'is sent, in its example and in generated forms',
    configuration:
      `OpenAPI 3.1; phases examples, coverage and fuzzing, ${MAX_EXAMPLES} random cases for each ` +
      'endpoint, every check of its own but those on methods that the document does not list (the ' +
      'specification says nothing of them). Valid examples must be accepted with 2xx; random ' +
      'valid bodies may be refused, since business rules do not show in a schema. Logout, ' +
      'refresh and fetch-organisation-preference have tokens of their own. One hook gives each request ' +
      'an idempotency key of its own. No links.',
    async run({ target, values, seed, folder }) {
      const document = enrichedOpenApi(serversOf(target), values, '3.1');
      await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
      await writeFile(join(folder, 'schemathesis.toml'), configurationOf(values));
      await writeFile(join(folder, 'idempotency_keys.py'), HOOKS);
      const report = join(folder, 'report');
      await mkdir(report);
      const end = await command(
        st,
        [
          ...['--config-file', 'schemathesis.toml', 'run', 'openapi.json'],
          ...['--url', target.baseUrl, '--seed', String(seed), '--no-color'],
          ...['--phases', 'examples,coverage,fuzzing', '--max-examples', String(MAX_EXAMPLES)],
          ...['--no-shrink', '--generation-database', 'none', '--request-timeout', '10'],
          ...['--report', 'json', '--report-dir', report],
        ],
        { cwd: folder, env: { SCHEMATHESIS_HOOKS: 'idempotency_keys', PYTHONPATH: folder } },
      );
      const [file] = await readdir(report);
      if (file === undefined) {
        throw new Error(`no report: ${end.output.slice(-300)}`);
      }
      return schemathesisFailures(await readFile(join(report, file), 'utf8'));
    },
  };
}

function configurationOf(values: Parameters<typeof tokenOf>[1]): string {
  const own = (['logout', 'refresh', 'fetch-organisation-preference'] as const).map((name) =>
    [
      '[[operations]]',
      `include-operation-id = "${name}"`,
      `headers = { "X-Auth-Token" = ${JSON.stringify(tokenOf(name, values))} }`,
    ].join('\n'),
  );
  return [
    `headers = { "X-Auth-Token" = ${JSON.stringify(values.token)} }`,
    'checks.unsupported_method.enabled = false',
    'phases.coverage.unexpected-methods = []',
    'phases.examples.checks.positive_data_acceptance.expected-statuses = ["2xx"]',
    'phases.coverage.checks.positive_data_acceptance.enabled = false',
    'phases.fuzzing.checks.positive_data_acceptance.enabled = false',
    ...own,
  ].join('\n');
}

/** The failures in a JSON report of Schemathesis, by kind and operation. */
export function schemathesisFailures(report: string): string[] {
  const {
    failures = [],
    test_cases,
    stop_reason,
  } = JSON.parse(report) as {
    failures?: { title: string; operations: string[] }[];
    test_cases: { generated: number; errored: number };
    stop_reason: string;
  };
  if (test_cases.generated === 0) {
    throw new Error(`nothing was tested: ${stop_reason}`);
  }
  return failures.flatMap(({ title, operations }) =>
    operations.map((operation) => `${operation}: ${title}`),
  );
}
