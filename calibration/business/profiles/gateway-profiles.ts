import type { Answer } from '../exchange.ts';
import type { Profile } from './profile.ts';

const LIMITS = '8: "Rate limits and request-size limits: not shown."';
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const PER_SECOND = 50;

function page(status: number, title: string, headers: Record<string, string> = {}): Answer {
  const text = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, headers: { ...HTML, ...headers }, text };
}

/** Rules of what stands before the platform. */
export const gatewayProfiles: Profile[] = [
  {
    name: 'rate-limit',
    does: 'Answers more than 50 requests in a second by 429, Retry-After and a page of HTML.',
    room: LIMITS,
    change: (rules) => {
      const recent: number[] = [];
      rules.gate.push((_ask, now) => {
        while (recent[0] !== undefined && recent[0] <= now - 1000) {
          recent.shift();
        }
        if (recent.length >= PER_SECOND) {
          return page(429, 'Too Many Requests', { 'retry-after': '1' });
        }
        recent.push(now);
        return undefined;
      });
    },
  },
  {
    name: 'firewall-on-searches',
    does: 'Refuses searches with signs of SQL or markup by 406 and a page of HTML.',
    room: 'what a firewall before the platform takes for an attack is nowhere shown',
    change: (rules) => {
      rules.gate.push(({ text }) => {
        const searched = /"searchablePaymentReference"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
        return searched && /["'<>\\;%*(]/.test(searched) ? page(406, 'Request blocked') : undefined;
      });
    },
  },
  {
    name: 'overloaded-now-and-then',
    does: 'Answers every 60th request by 503 with Retry-After, before the platform sees it.',
    room: LIMITS,
    change: (rules) => {
      let asked = 0;
      rules.gate.push(() => {
        asked += 1;
        return asked % 60 === 0
          ? page(503, 'Service Unavailable', { 'retry-after': '1' })
          : undefined;
      });
    },
  },
  {
    name: 'small-requests',
    does: 'Answers bodies of more than 16 KiB by 413.',
    room: LIMITS,
    change: (rules) => {
      rules.gate.push(({ text }) =>
        text.length > 16_384 ? page(413, 'Content Too Large') : undefined,
      );
    },
  },
  {
    name: 'html-401',
    does: 'Answers 401 by a page of HTML.',
    room: '7: "HTTP 401", and no body shown',
    change: (rules) => {
      rules.finish.push((answer) =>
        answer.status === 401
          ? page(401, 'Unauthorized', { 'www-authenticate': 'Bearer realm="gateway"' })
          : answer,
      );
    },
  },
  {
    name: 'slow',
    does: 'Takes 20 to 50 ms longer for each answer.',
    room: 'no duration is given anywhere',
    change: (rules) => {
      let step = 0;
      rules.delay = () => {
        step = (step + 7) % 31;
        return 20 + step;
      };
    },
  },
  {
    name: 'closes-connections',
    does: 'Closes the connection after each answer.',
    room: '1: "HTTP/JSON endpoints"; RFC 9112 9.6 lets a server close',
    change: (rules) => {
      rules.finish.push((answer) => ({
        ...answer,
        headers: { ...answer.headers, connection: 'close' },
      }));
    },
  },
];
