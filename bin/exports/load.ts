export type { LoadTarget } from '../../load/load-target.ts';
export type { Journey, LoadReport } from '../../load/report/load-report.ts';
export {
  type LoadOptions,
  type LoadProgress,
  type LoadResult,
  runLoad as load,
} from '../../load/run/run-load.ts';
