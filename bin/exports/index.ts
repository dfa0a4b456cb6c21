export { UnavailableError, UsageError } from '../../contract/errors.ts';
export * from './certify.ts';
export * from './load.ts';
export * from './serve.ts';
export * from './target.ts';
