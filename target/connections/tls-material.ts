import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Mistake } from '../mistakes.ts';
import type { TlsMaterial } from './ways.ts';

/** The `tls` of a target file: paths from the folder of that file, or PEM texts themselves. */
export interface TlsEntry {
  ca?: string;
  certificate?: string;
  key?: string;
  passphrase?: string;
}

/** What was read, what is wrong with it, and what of it no report may show. */
export interface FoundTls {
  tls?: TlsMaterial;
  mistakes: Mistake[];
  secrets: string[];
}

/**
 * Reads the `tls` of a target file and tries what it names: that they are certificates in force,
 * that the passphrase opens the key, that the key is the certificate's. Works on any JSON value.
 */
export function readTls(entry: unknown, folder: string, now: Date): FoundTls {
  const mistakes: Mistake[] = [];
  const given = (typeof entry === 'object' && entry !== null ? entry : {}) as TlsEntry;
  const wrong = (field: keyof TlsEntry, text: string): undefined => {
    mistakes.push({ path: ['tls', field], text });
  };

  function pemOf(field: 'ca' | 'certificate' | 'key'): string | undefined {
    const value: unknown = given[field];
    if (typeof value !== 'string' || value === '') {
      return undefined;
    }
    if (value.includes('-----BEGIN')) {
      // what a pipeline keeps in one line has its line ends written out
      return value.replaceAll('\\n', '\n');
    }
    try {
      return readFileSync(resolve(folder, value), 'utf8');
    } catch (error) {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      return wrong(field, `cannot be read (${code}); expected ${FILE_OR_TEXT}`);
    }
  }

  function certificatesOf(field: 'ca' | 'certificate'): string | undefined {
    const pem = pemOf(field);
    if (pem === undefined) {
      return undefined;
    }
    const certificates = parse(pem);
    if (!certificates || certificates.length === 0) {
      return wrong(field, `holds no certificate; expected ${FILE_OR_TEXT}`);
    }
    const own = field === 'certificate' ? certificates.slice(0, 1) : certificates;
    if (own.every(({ validToDate }) => validToDate < now)) {
      const last = own.map(({ validToDate }) => validToDate).reduce((a, b) => (a > b ? a : b));
      const expired = last.toISOString().slice(0, 10);
      return wrong(field, `expired on ${expired}; expected a certificate that is in force`);
    }
    return pem;
  }

  function keyOf(certificate: string | undefined): string | undefined {
    const pem = pemOf('key');
    if (pem === undefined) {
      return undefined;
    }
    const key = open(pem, given.passphrase);
    if (typeof key === 'string') {
      return wrong(key === NOT_OPENED ? 'passphrase' : 'key', key);
    }
    const [own] = certificate === undefined ? [] : (parse(certificate) ?? []);
    if (own && !own.checkPrivateKey(key)) {
      return wrong('key', 'is not the key of tls.certificate; expected the two to belong together');
    }
    return key.export({ type: 'pkcs8', format: 'pem' }).toString();
  }

  const ca = certificatesOf('ca');
  const certificate = certificatesOf('certificate');
  const key = keyOf(certificate);
  const texts = [given.passphrase, given.key?.includes?.('-----BEGIN') && given.key, key];
  return {
    ...(entry !== undefined && {
      tls: { ...(ca && { ca }), ...(certificate && { certificate }), ...(key && { key }) },
    }),
    mistakes,
    secrets: [
      ...texts.filter((text) => typeof text === 'string'),
      ...(key === undefined ? [] : [key.replaceAll(/-----.*-----|\s/g, '')]),
    ],
  };
}

const FILE_OR_TEXT =
  'the path of a PEM file from the folder of the target file, or the text of one';
const NOT_OPENED = 'does not open tls.key; expected the one that it was encrypted with';
const BLOCK =
  /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED )?CERTIFICATE-----/g;

function parse(pem: string): X509Certificate[] | undefined {
  try {
    return (pem.match(BLOCK) ?? []).map((block) => new X509Certificate(block));
  } catch {
    return undefined;
  }
}

/** The private key, or why there is none. */
function open(pem: string, passphrase: unknown): KeyObject | string {
  const given = typeof passphrase === 'string' && passphrase !== '';
  try {
    return createPrivateKey(given ? { key: pem, passphrase } : pem);
  } catch {
    const isEncrypted = /ENCRYPTED/.test(pem);
    if (isEncrypted && given) {
      return NOT_OPENED;
    }
    return isEncrypted
      ? 'is encrypted; expected tls.passphrase beside it'
      : `holds no private key; expected ${FILE_OR_TEXT}`;
  }
}
