import { parentPort } from 'node:worker_threads';
import { startStubTarget } from './stub-target.ts';

// The stub of bench.ts in a thread of its own, so that it does not compete with what reads k6.
const { target } = await startStubTarget();
parentPort?.postMessage(target);
