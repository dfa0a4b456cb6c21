import { hash } from 'node:crypto';

/** SHA-256 of a text. By way of a text of bytes: node:crypto takes twice as long to give a Buffer itself. */
export function sha256(text: string): Buffer {
  return Buffer.from(hash('sha256', text, 'binary'), 'binary');
}
