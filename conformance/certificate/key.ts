import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { calculateJwkThumbprint, exportJWK } from 'jose';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import { whyNoFile } from '../../contract/why-no-file.ts';

/**
 * Makes an Ed25519 key pair: the private key at `path` (PEM, PKCS #8, readable by its owner only),
 * the public key beside it at `path.pub` (PEM, SPKI). Never overwrites a file.
 *
 * @throws UsageError when one of the files is there already; UnavailableError when it cannot be
 * written.
 */
export async function generateKey(
  path: string,
): Promise<{ privatePath: string; publicPath: string; thumbprint: string }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const publicPath = `${path}.pub`;
  await writeNew(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  await writeNew(publicPath, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
  return { privatePath: path, publicPath, thumbprint: await thumbprintOf(publicKey) };
}

async function writeNew(path: string, content: string | Buffer, mode: number): Promise<void> {
  await writeFile(path, content, { flag: 'wx', mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') {
      throw new UsageError(
        `${path} is there already; a key is never overwritten, name another file`,
      );
    }
    throw new UnavailableError(`cannot write the key ${path}: ${whyNoFile(error)}`);
  });
}

/**
 * Reads the text of a key file.
 *
 * @throws UsageError that names the command which makes a key, when there is no such file.
 */
export async function readKeyFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const remedy = error.code === 'ENOENT' ? `; make one with: assay keygen --out ${path}` : '';
    throw new UsageError(`cannot read the key ${path}: ${whyNoFile(error)}${remedy}`);
  });
}

/**
 * A private Ed25519 key from PEM (PKCS #8) or JWK text.
 *
 * @throws UsageError when it is none.
 */
export function privateKeyOf(text: string): KeyObject {
  return ed25519(text, 'private', () => {
    const jwk = jwkOf(text);
    return jwk ? createPrivateKey({ key: jwk, format: 'jwk' }) : createPrivateKey(text);
  });
}

/**
 * A public Ed25519 key from PEM (SPKI) or JWK text; of a private key, its public part.
 *
 * @throws UsageError when it is none.
 */
export function publicKeyOf(text: string): KeyObject {
  return ed25519(text, 'public', () => {
    const jwk = jwkOf(text);
    return jwk ? createPublicKey({ key: jwk, format: 'jwk' }) : createPublicKey(text);
  });
}

function ed25519(text: string, kind: string, read: () => KeyObject): KeyObject {
  const expected = `expected a ${kind} Ed25519 key as PEM or JWK; assay keygen makes one`;
  let key: KeyObject;
  try {
    key = read();
  } catch {
    const why = text.includes('ENCRYPTED') ? 'it is encrypted' : 'it cannot be read';
    throw new UsageError(`the key is of no use: ${why}; ${expected}`);
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new UsageError(`the key is of no use: it is ${key.asymmetricKeyType}; ${expected}`);
  }
  return key;
}

function jwkOf(text: string): Record<string, unknown> | undefined {
  return text.trimStart().startsWith('{') ? JSON.parse(text) : undefined;
}

/** The thumbprint of a key's public part (RFC 7638, SHA-256): the same for both halves. */
export async function thumbprintOf(key: KeyObject): Promise<string> {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return calculateJwkThumbprint(await exportJWK(publicKey));
}
