import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDPOINT_NAMES } from '../../contract/endpoint-names.ts';
import {
  enrichedOpenApi,
  exampleRequest,
  exampleResponse,
  serversOf,
  withoutRanges,
} from './enriched-openapi.ts';
import { npmPackages } from './npm-packages.ts';
import { command, required, type Tool } from './tool.ts';

const VERSION = '2.55.1';

/** Installs Specmatic below the cache; it needs Java 17. Throws ToolMissing. */
export async function installSpecmatic(cache: string): Promise<Tool> {
  await required('Java', 'java', ['-version'], { cwd: cache });
  const modules = await npmPackages(join(cache, 'specmatic'), { specmatic: VERSION });
  const jar = join(modules, 'specmatic', 'specmatic.jar');
  return {
    name: 'Specmatic',
    version: VERSION,
    seeded: false,
    getBody: 'is sent, in its example and in generated forms',
    configuration:
      'OpenAPI 3.0, in which ranges of status codes became 200 and 400 (it knows no ranges) and a ' +
      'body that is not shown became any body (it else demands none); one external example for ' +
      'each endpoint with its own token; generative tests on, one combination of optional keys ' +
      'each (without that limit a run takes more than three minutes). Its values are random ' +
      'without a seed, its tests are the same in every run. The jar is called directly, since the ' +
      'npm command exits with 0 on failure.',
    async run({ target, values, folder }) {
      const servers = serversOf(target);
      const document = forSpecmatic(withoutRanges(enrichedOpenApi(servers, values, '3.0')));
      await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
      await mkdir(join(folder, 'examples'));
      for (const name of ENDPOINT_NAMES) {
        const { method, url, headers, body } = exampleRequest(name, servers, {
          ...values,
          idempotencyKey: '(string)',
        });
        const example = {
          'http-request': {
            ...{ method, path: url.pathname, headers, body },
            ...(url.search && { query: Object.fromEntries(url.searchParams) }),
          },
          'http-response': { status: 200, body: exampleResponse(name) },
        };
        await writeFile(join(folder, 'examples', `${name}.json`), JSON.stringify(example));
      }
      const end = await command(
        'java',
        [
          ...['-XX:TieredStopAtLevel=1', '-jar', jar, 'test', 'openapi.json'],
          ...['--examples=examples', `--testBaseURL=${target.baseUrl}`],
          ...['--junitReportDir=junit', '--timeout-in-ms=10000'],
        ],
        {
          cwd: folder,
          env: { SPECMATIC_GENERATIVE_TESTS: 'true', MAX_TEST_REQUEST_COMBINATIONS: '1' },
        },
      );
      const report = join(folder, 'junit', 'TEST-junit-jupiter.xml');
      if (!existsSync(report)) {
        throw new Error(`no report: ${end.output.slice(-300)}`);
      }
      return specmaticFailures(await readFile(report, 'utf8'));
    },
  };
}

type Operation = { security: object[]; responses: Record<string, { content?: object }> };

/** The document as Specmatic reads it: one way to authenticate, bodies that are not shown are free. */
function forSpecmatic(document: Record<string, unknown>): Record<string, unknown> {
  const { paths, components, ...rest } = document as {
    paths: Record<string, Record<string, Operation>>;
    components: { securitySchemes: Record<string, object> };
  };
  const anyBody = { 'application/json': { schema: {} } };
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    if (operation.security.length > 0) {
      operation.security = [{ token: [] }];
    }
    const responses = Object.entries(operation.responses).map(([status, response]) => [
      status,
      { ...response, content: response.content ?? anyBody },
    ]);
    operation.responses = Object.fromEntries(responses);
  }
  const { bearer: _, ...securitySchemes } = components.securitySchemes;
  return { ...rest, paths, components: { ...components, securitySchemes } };
}

/** The failed tests in a JUnit report of Specmatic, by name. */
export function specmaticFailures(report: string): string[] {
  const cases = [
    ...report.matchAll(/<testcase [^>]*?\bname="([^"]*)"[^>]*>\s*(<failure|<error)?/g),
  ];
  if (cases.length <= 1) {
    throw new Error('nothing was tested');
  }
  return cases.flatMap(([, name, failure]) => {
    const scenario = name?.replace(/^.*contractTest\(\) &gt; /, '').replaceAll('&gt;', '>');
    return failure && scenario ? [scenario] : [];
  });
}
