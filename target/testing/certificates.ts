import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

/** A certificate with its key, as PEM. */
export interface Issued {
  certificate: string;
  key: string;
}

/** An authority that issues certificates (RFC 5280) for tests, as PEM its own. */
export interface Authority extends Issued {
  issue(name: string, validity?: Validity): Issued;
}

interface Validity {
  from?: Date;
  to?: Date;
}

const DAY_MS = 86_400_000;

/** Makes an authority; its certificates hold from yesterday to tomorrow unless said otherwise. */
export function createAuthority(name: string, validity: Validity = {}): Authority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = signed({ subject: name, issuer: name, publicKey, validity }, privateKey);
  return {
    certificate,
    key: pem(privateKey),
    issue(subject, valid = {}) {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const to = { subject, issuer: name, publicKey: own.publicKey, validity: valid, leaf: true };
      return { certificate: signed(to, privateKey), key: pem(own.privateKey) };
    },
  };
}

/** The key as PKCS #8, encrypted under a passphrase. */
export function encryptedKey(key: string, passphrase: string): string {
  return createPrivateKey(key)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
    .toString();
}

const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

interface ToSign {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  validity: Validity;
  leaf?: boolean;
}

function signed({ subject, issuer, publicKey, validity, leaf }: ToSign, by: KeyObject): string {
  const { from = new Date(Date.now() - DAY_MS), to = new Date(Date.now() + DAY_MS) } = validity;
  const constraints = extension('551d13', sequence(...(leaf ? [] : [der(0x01, [0xff])])), true);
  const names = extension('551d11', sequence(der(0x82, Buffer.from(subject))), false);
  const body = sequence(
    der(0xa0, integer([2])),
    integer([1, ...randomBytes(8)]),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(time(from), time(to)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(constraints, ...(leaf ? [names] : []))),
  );
  const signature = der(0x03, [0, ...sign('sha256', body, by)]);
  const base64 = sequence(body, ECDSA_WITH_SHA256, signature).toString('base64');
  const lines = base64.replace(/.{64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** A value of ASN.1 in DER (X.690 section 8.1): tag, length, content. */
function der(tag: number, content: Uint8Array | readonly number[]): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.from([tag, ...size, ...content]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, Buffer.concat(parts));
const integer = (bytes: readonly number[]) => der(0x02, bytes);
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const ECDSA_WITH_SHA256 = sequence(identifier('2a8648ce3d040302'));

const nameOf = (name: string) =>
  sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(name)))));

/** GeneralizedTime, which holds for every year. */
const time = (date: Date) =>
  der(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]|\.\d+Z/g, '')}Z`));

const extension = (id: string, value: Buffer, critical: boolean) =>
  sequence(identifier(id), ...(critical ? [der(0x01, [0xff])] : []), der(0x04, value));
