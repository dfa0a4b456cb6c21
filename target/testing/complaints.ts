import { UsageError } from '../../contract/errors.ts';
import { parseTarget } from '../target-file.ts';
import { SAMPLE_ENV } from './sample-target-file.ts';

/** A target file with what it cannot do without. */
export const MINIMAL = { name: 'Minimal', baseUrl: 'http://localhost:4000' };

/** What is expected of every URL in a target file. */
export const URL_EXPECTED = 'expected an http or https URL such as https://sandbox.example/tenant';

/**
 * What a user is told who is to be refused.
 *
 * @throws Error where he is not, and whatever else was thrown
 */
export async function complaintOf(refused: Promise<unknown>): Promise<string> {
  try {
    await refused;
  } catch (error) {
    if (error instanceof UsageError) {
      return error.message;
    }
    throw error;
  }
  throw new Error('nothing was complained about');
}

/**
 * What is wrong with a value, without the words about the file around it.
 *
 * @throws Error where the number of mistakes is not as told
 */
export function mistakesOf(json: unknown, env: Record<string, string> = SAMPLE_ENV): string[] {
  try {
    parseTarget(json, env);
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    const [first = '', ...rest] = error.message.split('\n');
    if (rest.length === 0) {
      return [first.replace(/^the target: /, '')];
    }
    if (first !== `the target has ${rest.length} mistakes:`) {
      throw new Error(`${rest.length} mistakes follow on: ${first}`);
    }
    return rest.map((line) => line.replace(/^ {2}\d+\) /, ''));
  }
}
