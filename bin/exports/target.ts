export type { Ways } from '../../target/connections/ways.ts';
export type { Target, UserEntry, UserName } from '../../target/target.ts';
export { parseTarget, readTargetFile } from '../../target/target-file.ts';
