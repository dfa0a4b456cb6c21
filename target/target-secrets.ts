import type { Filled } from './environment.ts';
import { secretsIn } from './states/state-values.ts';
import type { Target } from './target.ts';

/**
 * Parts of the file that reports and certificates have to show, wherever the value came from:
 * hiding the address of the target would make every request in a report useless.
 */
const SHOWN = ['name', 'baseUrl', 'lendingUrl', 'investmentUrl', '$schema', 'capabilities'];

/** The last key of an address. */
const ADDRESS = /^(url|baseUrl)$/;

/** Headers to the hook that hold no credentials whatever their value. */
const PLAIN_HEADERS = /^(accept|accept-.*|content-type|user-agent)$/i;

/** Headers to the target that look like credentials. */
const CREDENTIAL_HEADERS = /(^|-)authorization$|cookie|(^|[-_])(key|token|secret|password|auth)$/i;

/**
 * Every value of a target that no artefact may show: passwords, tokens, the values of headers to
 * the hook, credentials among the extra headers, and whatever `${NAME}` brought in except into the
 * target's name and addresses, and what another address shares with these.
 */
export function secretsOf(target: Omit<Target, 'secrets'>, taken: Filled['taken']): string[] {
  const hook = Object.entries(target.states.headers ?? {}).filter(
    ([name]) => !PLAIN_HEADERS.test(name),
  );
  const extra = Object.entries(target.headers).filter(([name]) => CREDENTIAL_HEADERS.test(name));
  const secrets = [
    ...Object.values(target.users).map(({ password }) => password),
    ...(target.load?.customers ?? []).map(({ password }) => password),
    ...hiddenOf(taken),
    ...[...hook, ...extra].flatMap(([, value]) => [value, ...credentialsIn(value)]),
    ...Object.values(target.states.pools).flat().flatMap(secretsIn),
  ];
  return [...new Set(secrets)].filter((secret) => secret !== '');
}

/**
 * What the environment gave but for the parts that are shown; of other addresses, such as the hook's, what
 * those show is no secret either: a port that they share.
 */
function hiddenOf(taken: Filled['taken']): string[] {
  const isShown = ({ path }: Filled['taken'][number]) => SHOWN.includes(String(path[0]));
  const shown = new Set(taken.filter(isShown).map(({ value }) => value));
  return taken
    .filter(({ path, value }) => !shown.has(value) || !ADDRESS.test(String(path.at(-1))))
    .filter((one) => !isShown(one))
    .map(({ value }) => value);
}

/** What follows the scheme (RFC 9110 section 11.4), and the password in Basic (RFC 7617). */
function credentialsIn(value: string): string[] {
  const [, scheme, credentials] = /^(\S+)\s+(\S+)\s*$/.exec(value) ?? [];
  if (!scheme || !credentials) {
    return [];
  }
  if (scheme.toLowerCase() !== 'basic') {
    return [credentials];
  }
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  return [credentials, decoded.slice(decoded.indexOf(':') + 1)];
}
