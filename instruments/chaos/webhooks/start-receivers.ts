import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import type { RecordEvent } from '../register/history.ts';
import { createReceivedHistory, type ReceivedHistory } from './received-history.ts';

const failures: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'answers 500': (response) => response.writeHead(500).end('out of order'),
  'never answers': () => undefined,
  'asks for an hour': (response) => response.writeHead(429, { 'retry-after': '3600' }).end(),
  'breaks off': (response) => response.socket?.end('HTTP/1.1 200 O'),
};
const waysToFail = ['refuses connections', ...Object.keys(failures)];

export interface Receiver {
  /** The receiver's name: `receiver-7`, or the way in which the receiver fails. */
  name: string;
  url: string;
  isHealthy: boolean;
  history: ReceivedHistory;
  readonly requests: number;
}

interface Receivers {
  all: Receiver[];
  close: () => Promise<void>;
}

/** Starts `count` receivers on one port. The last five of them fail, each in a different way. */
export async function startReceivers(count: number): Promise<Receivers> {
  const taking = new Map<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>();
  const server = createServer((request, response) => {
    taking
      .get(request.url ?? '')?.(request, response)
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;

  const receiver = (
    name: string,
    answer: (response: ServerResponse) => void,
    isHealthy: boolean,
  ): Receiver => {
    const history = createReceivedHistory();
    const path = `/${encodeURIComponent(name)}`;
    let requests = 0;
    taking.set(path, async (request, response) => {
      requests += 1;
      const event = JSON.parse((await buffer(request)).toString()) as RecordEvent;
      history.note(String(request.headers['webhook-id']), event);
      answer(response);
    });
    return {
      name,
      url: `http://localhost:${port}${path}`,
      isHealthy,
      history,
      get requests() {
        return requests;
      },
    };
  };
  const healthy = Array.from({ length: count - waysToFail.length }, (_, index) =>
    receiver(`receiver-${index}`, (response) => response.writeHead(204).end(), true),
  );
  // No process listens on port 1.
  const refusing = { ...receiver('refuses connections', () => undefined, false), url: 'http://localhost:1/' };
  const failing = Object.entries(failures).map(([name, fail]) => receiver(name, fail, false));
  return {
    all: [...healthy, refusing, ...failing],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
