import { pino } from 'pino';
import { letHashingGiveWay } from '../hashing-threads.ts';
import { startServer } from '../serve.ts';
import { obey } from './obey.ts';

/** The reference server, as it is, with its log off as that of the others. */
await obey(async ({ db }: { db: string }) => {
  await letHashingGiveWay();
  const { url } = await startServer({ db, logger: pino({ level: 'silent' }) });
  return url;
});
