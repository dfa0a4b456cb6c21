import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection to a server that one request after the other goes through. */
export interface KeptConnection {
  /**
   * Sends a request as it goes over the wire, head and body, and gives the status of its answer as
   * soon as all of that is here.
   */
  send(request: string): Promise<number>;
  close(): void;
}

/**
 * Connects to a server whose answers say their length. It looks at an answer's status and length and
 * at nothing else: a client that makes headers and objects of it takes about as much of the
 * processors as the server, and would be measured in its place.
 */
export async function keptConnection(url: string): Promise<KeptConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let received = '';
  let waiting: PromiseWithResolvers<number> | undefined;
  // One character for each byte, so that lengths are those of the bytes.
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    const end = received.indexOf('\r\n\r\n');
    if (end === -1) {
      return;
    }
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1];
    const length = /\r\nContent-Length: (\d+)\r\n/i.exec(received)?.[1];
    if (status === undefined || length === undefined) {
      socket.destroy(new Error(`an answer without its length: ${received.slice(0, end)}`));
    } else if (received.length === end + '\r\n\r\n'.length + Number(length)) {
      received = '';
      waiting?.resolve(Number(status));
    }
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the connection was closed')));
  return {
    send(request) {
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}
