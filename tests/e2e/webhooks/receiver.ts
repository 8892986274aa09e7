import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  event: { id: string; type: string; subject: string; data: Record<string, unknown> & { version: number } };
}

/** A webhook receiver on its own port. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Sets how the receiver responds. The default is 204. */
  answer: (how: (response: ServerResponse, request: Received) => void) => void;
  close: () => Promise<void>;
}

const delivered = (response: ServerResponse): void => void response.writeHead(204).end();

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let how: (response: ServerResponse, request: Received) => void = delivered;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      const one = { headers: request.headers, text, event: JSON.parse(text) as Received['event'] };
      received.push(one);
      how(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/hook`,
    received,
    answer: (next) => (how = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
