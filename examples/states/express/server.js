import express from 'express';
import { createApi } from './api.js';
import { createStatesHook } from './states.js';
import { seededStore } from './store.js';

const { PORT = '4300', SANDBOX_PASSWORD, STATES_SECRET } = process.env;
if (!SANDBOX_PASSWORD) {
  throw new Error('SANDBOX_PASSWORD, the password of everybody in the sandbox, is not set');
}

const store = seededStore(SANDBOX_PASSWORD);
const app = express();
// Whoever reaches the hook can make loans and tokens: it is off unless a secret is set.
if (STATES_SECRET) {
  app.use(createStatesHook(store, STATES_SECRET));
}
app.use(createApi(store));
const server = app.listen(Number(PORT), '127.0.0.1', (error) => {
  if (error) {
    throw error;
  }
  console.log(`listening on 127.0.0.1:${server.address().port}`);
});
