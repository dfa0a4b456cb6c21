// Uses everything that the package exports, to have its types checked; it is not run.
import { type Report, serve, UsageError } from 'assay';
import { type Certified, certify, type Selection } from 'assay/certify';
import { type Journey, type LoadReport, load } from 'assay/load';
import { assayTests as nodeTests } from 'assay/node-test';
import openApi from 'assay/openapi.json' with { type: 'json' };
import bodySchema from 'assay/schemas/bodies/session.schema.json' with { type: 'json' };
import reportSchema from 'assay/schemas/report.schema.json' with { type: 'json' };
import targetSchema from 'assay/schemas/target.schema.json' with { type: 'json' };
import { type ReferenceServer, serve as serveAlone } from 'assay/serve';
import { parseTarget, readTargetFile, type Target } from 'assay/target';
import { assayTests as vitestTests } from 'assay/vitest';

const ids: string[] = [targetSchema.$id, reportSchema.$id, bodySchema.$id, openApi.openapi];

export async function everything(): Promise<[string, LoadReport, string[]]> {
  await using server: ReferenceServer = await serve({ errorRate: 0.1 });
  await (await serveAlone()).close();
  const target: Target = parseTarget(server.targetFile);
  const selection: Selection = { endpoints: ['login'], levels: ['must'] };
  const { report }: Certified = await certify({ target, out: 'out', selection });
  const verdict: Report['verdict'] = report.verdict;
  const journey: Journey = 'lending';
  const loaded = await load({ journey, target: await readTargetFile('target.json'), out: 'out' });
  vitestTests({ target: 'target.json' });
  nodeTests({ target: () => server.targetFile, deadlineMs: 1_000 });
  return [verdict, loaded.report, ids];
}

// @ts-expect-error a target is not a path here
certify({ target: 'target.json', out: 'out' }).catch((error: unknown) => {
  console.error(error instanceof UsageError);
});
