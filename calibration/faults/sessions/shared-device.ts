import { jsonAnswer } from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import { sentToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

/** Sessions are known by their device, so that who logs out ends whatever began on it. */
const endsTheDevice: Fault = {
  id: 'logout.ends-all-of-the-device',
  breaks: 'AUT-34',
  caughtBy: 'logout.leaves-others-on-device',
  how: 'A logout ends the sessions of everybody who logged in on its device.',
  layers: [
    async (request, next, context) => {
      const ended = `ended ${sentToken(request)?.token}`;
      if (context.memory.has(ended)) {
        return jsonAnswer(401, { message: 'signed out' });
      }
      const response = await next(request);
      const slot = `begun on ${request.headers.uuid}`;
      const begun = (context.memory.get(slot) as Set<string> | undefined) ?? new Set();
      context.memory.set(slot, begun);
      if (context.endpoint === 'login' && response.status === 200) {
        begun.add(String(objectOf(response.body)?.access_token));
      }
      if (context.endpoint === 'logout' && response.status === 200) {
        for (const token of begun) {
          context.memory.set(`ended ${token}`, true);
        }
      }
      return response;
    },
  ],
};

/** Section 5.6: a device is nobody's. */
export const sharedDeviceFaults: Fault[] = [endsTheDevice];
