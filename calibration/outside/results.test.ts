import { describe, expect, test } from 'vitest';
import { newmanFailures } from './portman.ts';
import { schemathesisFailures } from './schemathesis.ts';
import { specmaticFailures } from './specmatic.ts';

/** Cut from reports that the tools wrote, field names as they are. */
describe('a report of Schemathesis', () => {
  const report = (cases: number) =>
    JSON.stringify({
      schemathesis_version: '4.32.5',
      seed: 1,
      stop_reason: 'completed',
      test_cases: { generated: cases, with_failures: 2, unique_failures: 2, errored: 0 },
      failures: [
        {
          type: 'JsonSchemaError',
          code: 'ST303',
          title: 'Response violates schema',
          severity: 'medium',
          count: 2,
          operations: ['POST /a/refresh', 'PUT /a/login'],
        },
      ],
    });

  test('gives a failure for each kind and operation', () => {
    expect(schemathesisFailures(report(596))).toEqual([
      'POST /a/refresh: Response violates schema',
      'PUT /a/login: Response violates schema',
    ]);
  });

  test('of a run without a test is no result', () => {
    expect(() => schemathesisFailures(report(0))).toThrow('nothing was tested');
  });
});

describe('a report of Specmatic', () => {
  const suite = 'Contract Tests &gt; SpecmaticJUnitSupport &gt; contractTest() &gt;';
  const passed = `<testcase classname="io" name="${suite} +ve  Scenario: GET /p -&gt; 200" time="0.1">
<system-out><![CDATA[unique-id: x]]></system-out>
</testcase>`;
  const failed = `<testcase classname="io" name="${suite} +ve  Scenario: POST /r -&gt; 200" time="0.1">
<failure message="Testing scenario &quot;Get&quot;">no</failure>
</testcase>`;

  test('gives the names of the tests that failed', () => {
    expect(specmaticFailures(`<testsuite>${passed}\n${failed}</testsuite>`)).toEqual([
      '+ve  Scenario: POST /r -> 200',
    ]);
  });

  test('with the failure of the suite alone is no result', () => {
    expect(() => specmaticFailures(`<testsuite>${failed}</testsuite>`)).toThrow(
      'nothing was tested',
    );
  });
});

describe('a report of newman', () => {
  test('gives failed assertions and requests without an answer', () => {
    const report = {
      run: {
        executions: [
          {
            item: { name: 'Refresh' },
            assertions: [
              { assertion: 'Status code is 2xx' },
              { assertion: 'Schema is valid', error: { name: 'AssertionError', message: 'x' } },
            ],
          },
          { item: { name: 'Logout' }, requestError: { code: 'ECONNRESET' } },
        ],
      },
    };
    expect(newmanFailures(JSON.stringify(report))).toEqual([
      'Refresh: Schema is valid',
      'Logout: no answer (ECONNRESET)',
    ]);
  });

  test('without a request is no result', () => {
    expect(() => newmanFailures('{"run":{"executions":[]}}')).toThrow('nothing was tested');
  });
});
