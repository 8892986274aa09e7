import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type ClientOptions } from '#clients/typescript/src/client.ts';
import type { Client } from '#clients/typescript/src/main.ts';

/** The server's reaction to one request. `cut` sends half of the announced body and closes the connection. */
export type Behaviour =
  'reset' | 'hang' | 'cut' | { status: number; headers?: Record<string, string>; body?: unknown };

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface ScriptedStore {
  url: string;
  /** The requests received, oldest first. */
  seen: Seen[];
  /** The client's waits before retries and polls, in milliseconds. */
  waits: number[];
  /** Calls `happens` during the client's next wait. */
  duringWait: (happens: () => void) => void;
  client: Client;
  clientWith: (options: Partial<ClientOptions>) => Client;
  /** Replaces the script; the next request gets the first step of the new script. */
  plays: (...behaviours: Behaviour[]) => void;
  stop: () => Promise<void>;
}

/** A real HTTP server that responds from a script, whose last step repeats, and a client whose waits take no time. */
export async function startScriptedStore(): Promise<ScriptedStore> {
  const [seen, waits]: [Seen[], number[]] = [[], []];
  let script: Behaviour[] = [];
  let now = 0;
  let happens: (() => void) | null = null;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body });
      const behaviour = script.length > 1 ? script.shift() : script[0];
      if (behaviour !== undefined) play(behaviour, request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const clock = {
    now: () => now,
    random: () => 0.5,
    sleep: async (ms: number, signal?: AbortSignal) => {
      happens?.();
      signal?.throwIfAborted();
      waits.push(ms);
      now += ms;
    },
  };
  const url = `http://127.0.0.1:${port}/`;
  const clientWith = (options: Partial<ClientOptions>) =>
    createClient({ baseUrl: url, token: 'a-token', ...options }, clock);
  return {
    url,
    seen,
    waits,
    client: clientWith({}),
    clientWith,
    duringWait: (next) => (happens = next),
    plays: (...behaviours) => {
      script = behaviours;
      now = 0;
      happens = null;
      seen.length = 0;
      waits.length = 0;
    },
    stop: () => stop(server),
  };
}

function play(behaviour: Behaviour, request: IncomingMessage, response: ServerResponse): void {
  if (behaviour === 'hang') return;
  if (behaviour === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  if (behaviour === 'cut') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
    response.write('{"data":{"id":', () => request.socket.destroy());
    return;
  }
  const { status, headers = {}, body } = behaviour;
  const isText = typeof body === 'string';
  response.writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(isText ? body : body === undefined ? '' : JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** An error response's body in the store's format. */
export function problem(code: string, more: Record<string, unknown> = {}) {
  const always = { type: `/docs/errors#${code}`, title: code, instance: '/api', request_id: 'r-1' };
  return { ...always, code, message: `It is ${code}.`, ...more };
}

export function refused(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  more: Record<string, unknown> = {},
): Behaviour {
  return { status, headers, body: problem(code, { status, ...more }) };
}

export function operation(status: string, more: Record<string, unknown> = {}) {
  const progress = { total: 1, done: 0, failed: 0 };
  const nothing = { result: null, error: null, errors: [], started_at: null, finished_at: null };
  const known = { id: 'op-1', type: 'orders.checkout', created_at: '2026-01-01T00:00:00.000Z' };
  return { data: { ...known, ...nothing, status, progress, ...more } };
}
