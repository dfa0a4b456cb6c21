import { DOWN } from './target-that-is-down.ts';

/** A command line that is wrong, or in a folder where it cannot work. */
interface Wrong {
  /** `TAKEN` stands for a port that is taken */
  line: string;
  code: number;
  says: RegExp;
  files?: Record<string, string>;
  env?: Record<string, string>;
}

const NO_SECRET = { ASSAY_CONTROL_SECRET: '' };

/** A target file of a server that is down, with settings of the load kit. */
const downWithLoad = (load: unknown) => JSON.stringify({ ...JSON.parse(DOWN), load });

/** Lines of every command, with how each ends and the clause by which it says why. */
export const WRONG_LINES: readonly Wrong[] = [
  { line: '', code: 2, says: /name a command/ },
  { line: 'certfy', code: 2, says: /unknown command 'certfy' \(Did you mean certify\?\)/ },
  { line: '--portt', code: 2, says: /unknown option '--portt'/ },
  { line: 'help nothing', code: 2, says: /nothing/ },
  { line: 'list --jsn', code: 2, says: /unknown option '--jsn' \(Did you mean --json\?\)/ },
  { line: 'list extra', code: 2, says: /too many arguments/ },

  { line: 'serve --port http', code: 2, says: /--port .*whole number, 0 to 65535/ },
  { line: 'serve --port 70000', code: 2, says: /--port .*whole number, 0 to 65535/ },
  { line: 'serve --port -1', code: 2, says: /--port .*-1.*whole number/ },
  { line: 'serve --log-level loud', code: 2, says: /--log-level .*Allowed choices are trace/ },
  { line: 'serve --port TAKEN --db :memory:', code: 4, says: /TAKEN.*taken/ },
  { line: 'serve --host 203.0.113.1 --db :memory:', code: 4, says: /203\.0\.113\.1/ },
  { line: 'serve --port 0 --db no/such/folder.db', code: 2, says: /no\/such\/folder\.db/ },
  { line: 'serve --port 0 --db .', code: 2, says: /not a file/ },
  {
    line: 'serve --port 0 --db text.db',
    files: { 'text.db': 'this is no database, whatever its name says; '.repeat(50) },
    code: 2,
    says: /text\.db.*not a SQLite database/,
  },
  {
    line: 'serve --port 0 --db :memory: --control-port 0',
    env: NO_SECRET,
    code: 2,
    says: /ASSAY_CONTROL_SECRET/,
  },
  {
    line: 'serve --port 0 --db :memory: --control-port 0',
    env: { ASSAY_CONTROL_SECRET: 'short' },
    code: 2,
    says: /16 characters/,
  },
  {
    line: 'serve --port 0 --db :memory: --write-target file/target.json',
    files: { file: '' },
    code: 4,
    says: /cannot write file\/target\.json/,
  },

  { line: 'certify', code: 2, says: /--target <file>.* not specified/ },
  { line: 'certify --target', code: 2, says: /--target <file>.* argument missing/ },
  { line: 'certify --target none.json', code: 2, says: /none\.json/ },
  {
    line: 'certify --target broken.json --out out',
    files: { 'broken.json': '{ "name": ' },
    code: 2,
    says: /broken\.json/,
  },
  {
    line: 'certify --target empty.json --out out',
    files: { 'empty.json': '{}' },
    code: 2,
    says: /empty\.json.*baseUrl/,
  },
  { line: 'certify --target t.json --deadline soon', code: 2, says: /--deadline .*number/ },
  { line: 'certify --target t.json --deadline 0', code: 2, says: /--deadline .*greater than 0/ },
  { line: 'certify --target t.json --seed 1.5', code: 2, says: /--seed .*whole number/ },
  { line: 'certify --target t.json --concurrency 0', code: 2, says: /--concurrency .*1 to 256/ },
  { line: 'certify --target t.json --bial', code: 2, says: /unknown option '--bial'.*--bail/ },
  {
    line: 'certify --target down.json --out out --check no-such-check',
    files: { 'down.json': DOWN },
    code: 2,
    says: /--check no-such-check matches no check/,
  },
  {
    line: 'certify --target down.json --out out --known-failures none.json',
    files: { 'down.json': DOWN },
    code: 2,
    says: /none\.json/,
  },
  {
    line: 'certify --target down.json --out file/out',
    files: { 'down.json': DOWN, file: '' },
    code: 4,
    says: /cannot write file\/out\/report\.json: ENOTDIR; nothing was sent/,
  },
  {
    line: 'certify --target down.json --out /proc/nope',
    files: { 'down.json': DOWN },
    code: 4,
    says: /cannot write \/proc\/nope\/report\.json/,
  },
  {
    line: 'certify --target down.json --out out --write-known-failures /proc/nope/known.json',
    files: { 'down.json': DOWN },
    code: 4,
    says: /cannot write \/proc\/nope\/known\.json/,
  },
  {
    line: 'certify --target down.json --out out --write-known-failures mine.json',
    files: { 'down.json': DOWN, 'mine.json': '{"precious": 1}' },
    code: 2,
    says: /mine\.json: it is an object; expected a list of entries/,
  },

  {
    line: 'certify --target down.json --sign none.pem',
    files: { 'down.json': DOWN },
    code: 2,
    says: /none\.pem.*assay keygen/,
  },
  {
    line: 'certify --target down.json --sign text.pem',
    files: { 'down.json': DOWN, 'text.pem': 'no key' },
    code: 2,
    says: /Ed25519/,
  },
  {
    line: 'certify --target down.json --sign text.pem --endpoint login',
    files: { 'down.json': DOWN, 'text.pem': 'no key' },
    code: 2,
    says: /--sign certifies the whole suite/,
  },

  { line: 'calibrate --kind saint', code: 2, says: /--kind .*fault/ },
  { line: 'calibrate --workers 0', code: 2, says: /--workers .*1 to 256/ },
  { line: 'calibrate --filter no-such-server', code: 2, says: /no-such-server matches none/ },

  { line: 'doctor', code: 2, says: /--target <file>.* not specified/ },
  { line: 'doctor --target none.json', code: 2, says: /none\.json/ },
  {
    line: 'doctor --target down.json',
    files: { 'down.json': DOWN },
    code: 4,
    says: /no address of down answers/,
  },

  { line: 'load', code: 2, says: /--target <file>.* not specified/ },
  { line: 'load --target none.json', code: 2, says: /none\.json/ },
  { line: 'load listing --target t.json', code: 2, says: /unknown journey 'listing'/ },
  { line: 'load --target t.json --profile heavy', code: 2, says: /--profile .*smoke, average/ },
  { line: 'load --target t.json --rate 0', code: 2, says: /--rate .*greater than 0/ },
  { line: 'load --target t.json --duration 5x', code: 2, says: /--duration .*30s, 5m or 1h/ },
  {
    line: 'load --target down.json --out out',
    files: { 'down.json': DOWN },
    env: { ASSAY_K6: '/no/such/k6' },
    code: 2,
    says: /ASSAY_K6 is \/no\/such\/k6/,
  },
  {
    line: 'load --target typo.json --out out',
    files: { 'typo.json': downWithLoad({ tresholds: { '*': { p95: 1 } } }) },
    code: 2,
    says: /typo\.json: load\.tresholds \(line 1\) is not a known key; did you mean thresholds\?/,
  },
  {
    line: 'load --target null.json --out out',
    files: { 'null.json': downWithLoad({ thresholds: { '*': null } }) },
    code: 2,
    says: /null\.json: load\.thresholds\["\*"\] \(line 1\) is null; expected an object/,
  },
  {
    line: 'doctor --target text.json',
    files: { 'text.json': downWithLoad({ currencies: 'NGN' }) },
    code: 2,
    says: /text\.json: load\.currencies \(line 1\) is text; expected an array/,
  },
  {
    line: 'load lending --target down.json --reference-db none.db',
    files: { 'down.json': DOWN },
    code: 2,
    says: /none\.db does not exist/,
  },

  { line: 'init --out', code: 2, says: /--out <file>.* argument missing/ },
  {
    line: 'init --out mine.json',
    files: { 'mine.json': 'precious' },
    code: 2,
    says: /mine\.json exists already/,
  },
  { line: 'keygen --out no/such/key.pem', code: 4, says: /cannot write .*no\/such\/key\.pem/ },
  {
    line: 'keygen --out mine.pem',
    files: { 'mine.pem': 'precious' },
    code: 2,
    says: /mine\.pem is there already/,
  },
  { line: 'verify', code: 2, says: /missing required argument 'certificate'/ },
  {
    line: 'verify none.jws',
    code: 2,
    says: /cannot read the certificate none\.jws: there is no such file/,
  },
  {
    line: 'verify some.jws --report none.json',
    files: { 'some.jws': 'x.y.z' },
    code: 2,
    says: /cannot read the report none\.json: there is no such file/,
  },
  {
    line: 'verify some.jws --key some.pub --any-signer',
    files: { 'some.jws': 'x.y.z', 'some.pub': 'x' },
    code: 2,
    says: /--key names the signer, --any-signer takes everybody/,
  },

  { line: 'seed --payments 10', code: 2, says: /--db <file>.* not specified/ },
  { line: 'seed --db new.db', code: 2, says: /--payments <number>.* not specified/ },
  { line: 'seed --payments 1e3 --db new.db', code: 2, says: /--payments .*whole number/ },
  { line: 'seed --payments -5 --db new.db', code: 2, says: /--payments .*whole number/ },
  { line: 'seed --payments 10 --db new.db --seed x', code: 2, says: /--seed .*whole number/ },
  { line: 'seed --payments 10 --db no/such/folder.db', code: 2, says: /folder does not exist/ },
  {
    line: 'seed --payments 10 --db mine.db',
    files: { 'mine.db': 'precious' },
    code: 2,
    says: /mine\.db exists; .*--force/,
  },
  { line: 'seed --payments 10 --db . --force', code: 2, says: /not a file/ },

  { line: 'backup --db assay.db', code: 2, says: /--to <file>.* not specified/ },
  { line: 'backup --db none.db --to copy.db', code: 2, says: /none\.db does not exist/ },
  {
    line: 'backup --db text.db --to copy.db',
    files: { 'text.db': 'this is no database, whatever its name says; '.repeat(50) },
    code: 2,
    says: /text\.db.*not a SQLite database/,
  },
  {
    line: 'backup --db text.db --to copy.db',
    files: { 'text.db': '', 'copy.db': 'precious' },
    code: 2,
    says: /copy\.db exists; .*another file/,
  },
];
