import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { TooLargeError } from '../../../target/bounded-body.ts';

/** The largest body kept, before and after decompression: far above any page of this API. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

const DECODERS: Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * The bytes of a body without its encoding. A target that compresses although `identity` was asked for is understood,
 * within MAX_BODY_BYTES, so that a bomb ends in TooLargeError and not in memory.
 */
export function decodeBody(bytes: Buffer, encoding: string | undefined): Buffer {
  const decoder = encoding ? DECODERS[encoding.trim().toLowerCase()] : undefined;
  if (!decoder || bytes.length === 0) {
    return bytes;
  }
  try {
    return decoder(bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new TooLargeError(`the body is larger than ${MAX_BODY_BYTES} bytes when decompressed`);
    }
    return bytes;
  }
}
