import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  status: number;
  body: unknown;
  location: string | null;
}

export interface Write {
  method: 'POST' | 'PUT';
  path: string;
  body: unknown;
  key: string;
}

export interface Resource {
  id: number;
  status?: string;
}

export interface Operation {
  status: string;
  progress: { total: number; done: number; failed: number };
  result: { status: number; data: Resource } | null;
}

/** Calls a store of any release with one caller's token. An error response throws. */
export interface HttpClient {
  read(path: string): Promise<Answer>;
  /** Resolves to the final response to the write. */
  write(write: Write): Promise<Answer>;
  /** Returns the path of the operation as soon as the write is accepted. */
  submit(write: Write): Promise<string>;
  operation(path: string): Promise<Operation>;
  /**
   * Resolves to the finished operation. If the time is up before, resolves to the operation in its current
   * state.
   */
  finished(path: string, withinMs: number): Promise<Operation>;
}

const unfinished = new Set(['unknown', 'queued', 'running']);

export function createHttpClient(url: string, token: string): HttpClient {
  async function send(method: string, path: string, more: Record<string, string> = {}, body?: unknown) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more };
    const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}${path}`, request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 300)}`);
    return {
      status: response.status,
      body: text === '' ? null : (JSON.parse(text) as unknown),
      location: response.headers.get('location'),
    };
  }

  function write({ method, path, key, body }: Write, prefer: string): Promise<Answer> {
    return send(method, path, { 'idempotency-key': key, prefer }, body);
  }

  async function operation(path: string): Promise<Operation> {
    return ((await send('GET', path)).body as { data: Operation }).data;
  }

  return {
    read: (path) => send('GET', path),
    write: (wanted) => write(wanted, 'wait=30'),
    async submit(wanted) {
      const { status, location } = await write(wanted, 'respond-async');
      if (status !== 202 || location === null) throw new Error(`${wanted.path} returned ${status}`);
      return new URL(location, url).pathname;
    },
    operation,
    async finished(path, withinMs) {
      const deadline = Date.now() + withinMs;
      for (;;) {
        const found = await operation(path);
        if (!unfinished.has(found.status) || Date.now() > deadline) return found;
        await sleep(250);
      }
    },
  };
}

/** The record in the response to a read or a write. */
export function resourceOf({ body }: Answer): Resource {
  return (body as { data: Resource }).data;
}

export function resourcesOf({ body }: Answer): Resource[] {
  return (body as { data: Resource[] }).data;
}
