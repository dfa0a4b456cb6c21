import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** The largest body kept, before and after decompression: far above any page of this API. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** The target sent more than the suite is willing to hold. */
export class TooLargeError extends Error {
  override name = 'TooLargeError';
}

/** Reads a body up to a limit of bytes; throws TooLargeError beyond it. */
export async function readBody(body: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw new TooLargeError(`the body is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const DECODERS: Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * The bytes of a body without its encoding. A target that compresses although `identity` was asked for is understood,
 * within the limit, so that a bomb ends in TooLargeError and not in memory.
 */
export function decodeBody(bytes: Buffer, encoding: string | undefined, limit: number): Buffer {
  const decoder = encoding ? DECODERS[encoding.trim().toLowerCase()] : undefined;
  if (!decoder || bytes.length === 0) return bytes;
  try {
    return decoder(bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new TooLargeError(`the body is larger than ${limit} bytes when decompressed`);
    return bytes;
  }
}
