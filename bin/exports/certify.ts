export { type Certified, type CertifyOptions, certify } from '../../conformance/certify.ts';
export type { Report, Verdict } from '../../conformance/report/report.ts';
export type { CheckResult, Level, Result } from '../../conformance/result.ts';
export type { Selection } from '../../conformance/selection.ts';
