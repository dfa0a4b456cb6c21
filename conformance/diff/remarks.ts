import type { FormerReport } from './read-report.ts';

/** Why two reports are less comparable than they look, and what was left out, as sentences. */
export function remarksOn(
  before: FormerReport,
  after: FormerReport,
  notCompared: number,
): string[] {
  const version = ({ contract }: FormerReport) => contract.registerVersion ?? 'without a number';
  const isOtherRegister = before.contract.digest !== after.contract.digest;
  const pairs: [differs: boolean, sentence: string][] = [
    [
      before.target.baseUrl !== after.target.baseUrl || before.target.name !== after.target.name,
      `The targets differ: ${before.target.name} (${before.target.baseUrl}), then ${after.target.name} (${after.target.baseUrl}).`,
    ],
    [
      version(before) !== version(after),
      `The register versions differ: ${version(before)}, then ${version(after)}; what changed may be what is demanded, not the target.`,
    ],
    [
      isOtherRegister && version(before) === version(after),
      'The contracts differ (another digest under the same register version): wordings or schemas were changed.',
    ],
    [
      before.kit.version !== after.kit.version,
      `The versions of the kit differ: ${before.kit.version}, then ${after.kit.version}.`,
    ],
    [
      before.seed !== after.seed,
      `The seeds differ: ${before.seed ?? 'none told'}, then ${after.seed ?? 'none told'}; what is drawn was asked in other situations.`,
    ],
    [
      (before.passes ?? 1) !== (after.passes ?? 1),
      `The older run made ${before.passes ?? 1} passes over what is drawn, the newer ${after.passes ?? 1}.`,
    ],
    [before.partial, 'The older run was stopped before its end.'],
    [after.partial, 'The newer run was stopped before its end.'],
    [
      before.selection !== undefined && before.selection !== after.selection,
      `The older run was of a selection: ${before.selection}.`,
    ],
    [
      notCompared > 0,
      `${notCompared} checks of the older run are not compared: the newer one was of a selection, ${after.selection}.`,
    ],
  ];
  return pairs.flatMap(([differs, sentence]) => (differs ? [sentence] : []));
}
