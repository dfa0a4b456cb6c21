import type { Hono } from 'hono';
import type { AppEnv, Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { patiently } from '../http/patience.ts';
import { Refusal } from '../http/refusal.ts';

/**
 * What a supervisor asks. `GET /healthz`: the process answers and reads its database; where this
 * fails, start it anew. `GET /readyz`: it also gets the database's write lock, within the patience
 * of any request, and is not about to stop; where this fails (503), send requests elsewhere.
 */
export function addHealth(app: Hono<AppEnv>, { store, condition }: Dependencies): void {
  app.get('/healthz', (c) => {
    store.ping();
    return answer(c, { status: 'SUCCESS' });
  });
  app.get(
    '/readyz',
    patiently((c) => {
      if (condition.stopping) {
        throw new Refusal(503, 'the server is stopping');
      }
      store.transaction(() => store.ping());
      return answer(c, { status: 'SUCCESS' });
    }),
  );
}
