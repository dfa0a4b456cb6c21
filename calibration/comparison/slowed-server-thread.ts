import { parentPort, workerData } from 'node:worker_threads';
import { startWrapped } from '../servers/wrapped-server.ts';
import { type Slowness, slowedBy } from './slowed-server.ts';

// In a thread of its own a server does not compete with what reads k6. It says where it is, and runs
// until the thread is ended.
const { target } = await startWrapped({ layers: [slowedBy(workerData as Slowness)] });
parentPort?.postMessage(target);
