// The commands that the README and some pages print, which `check-readme.js` runs.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = dirname(import.meta.dirname);

/** The pages whose lines are run. */
export const PAGES = [
  'README.md',
  ...['certificates', 'known-failures', 'openapi', 'proxy', 'working-loop'].map(
    (name) => `docs/${name}.md`,
  ),
];

/** What is not run, and why. */
export const ELSEWHERE = {
  'npm run demo': 'of a checkout: .ci/run',
  'npm cit': 'of a checkout: .ci/run',
  'npm i -D assay': 'the tarball is installed instead: nothing is published yet',
  'npm i -D node@24': 'only where Node is older: .ci/check-package.js',
  'npm run bench': 'of a checkout',
  'npm run calibrate': 'of a checkout',
  'npm run calibrate:comparison': 'of a checkout',
  'npm run calibrate:load': 'of a checkout',
  'npm run calibrate:mutants': 'of a checkout',
  'npm run calibrate:outside': 'of a checkout',
  'npm run calibrate:proxy': 'of a checkout',
  'npm install': 'is what nobody needs to do in a checkout',
};

/** What takes minutes, and runs in the long form alone. */
export const MINUTES = {
  average:
    'npx assay load lending --target target.json --out reports/load --profile average --rate 20 --duration 2m',
  compare: 'npx assay load compare lending --base old.json --next new.json --rate 20 --duration 1m',
  repeated:
    'npx assay load payment-listing --target target.json --repetitions 12 --baseline baseline.json',
  against: 'npx assay load payment-listing --target target.json --against baseline.json',
  instances: 'npx assay load lending --target target.json --rate 500 --instances 4',
  selfCheck: 'npx assay load self-check',
  seed: 'npx assay seed --payments 1000000 --db big.db',
  serveSeeded: 'npx assay serve --db big.db --write-target target.json',
  through: 'npx assay load payment-listing --target through.json',
};

/** What pages print of a run and the next one: each is a whole run. */
export const KNOWN = {
  writeKnown:
    'npx assay certify --target target.json --out reports/ci --write-known-failures known-failures.json',
  known:
    'npx assay certify --target target.json --out reports/ci --known-failures known-failures.json',
  first: 'npx assay certify --target target.json --out reports/first',
  again:
    'npx assay certify --target target.json --failed reports/first/report.json --out reports/again',
  diff: 'npx assay diff reports/first reports/again',
};

/** The lines of shell code on a page, and the commands in its prose. */
export function linesOf(page) {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block);
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  const inline = [...prose.matchAll(/`((?:npx assay|npm) [^`\n]+)`/g)].map(([, line]) => line);
  return [...blocks.join('\n').split('\n'), ...inline]
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => /^(npx assay|npm) /.test(line));
}
