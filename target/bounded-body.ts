/** The other side sent more than anybody is willing to hold. */
export class TooLargeError extends Error {
  override name = 'TooLargeError';
}

/** Reads a body up to a limit of bytes; throws TooLargeError beyond it. */
export async function readBody(body: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) {
      throw new TooLargeError(`the body is larger than ${limit} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
