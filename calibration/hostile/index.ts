import { FLAKY } from './flaky.ts';
import type { Hostile } from './hostile.ts';
import { IN_ANSWERS } from './in-answers.ts';
import { IN_SIZE } from './in-size.ts';
import { ON_THE_WIRE } from './on-the-wire.ts';

/** Every hostile or flaky target. */
export const HOSTILE: readonly Hostile[] = [...ON_THE_WIRE, ...IN_ANSWERS, ...IN_SIZE, ...FLAKY];
