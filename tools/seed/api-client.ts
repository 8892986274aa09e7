import { setTimeout as sleep } from 'node:timers/promises';

import { PlainError } from '#shared/platform/settings/plain-error.ts';

export interface Resource {
  id: number;
  status?: string;
}

interface Operation {
  id: string;
  status: string;
  result: { data: Resource } | null;
  error: { status: number; message: string } | null;
}

/** A request, or the command that it started, failed. The message is one line. */
export class RequestError extends PlainError {
  override name = 'RequestError';
  readonly status: number | undefined;

  constructor(message: string, status: number | undefined) {
    super(message);
    this.status = status;
  }
}

export interface ApiClient {
  count(path: string): Promise<number>;
  /**
   * Sends a write request and returns the record from the response. A second request with the same idempotency key has no
   * effect.
   */
  write(method: 'POST' | 'PUT' | 'DELETE', path: string, key: string, body?: unknown): Promise<Resource>;
}

const mostTries = 10;

export function createApiClient(url: string, token: string): ApiClient {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
  };

  async function call(
    method: string,
    path: string,
    more: Record<string, string> = {},
    body?: unknown,
  ): Promise<unknown> {
    const request = { method, headers: { ...headers, ...more }, body: JSON.stringify(body) };
    let response = await fetch(`${url}${path}`, request);
    // A request that failed with 503 is safe to resend with the same idempotency key, because it was not accepted or not
    // confirmed.
    for (let tries = 1; response.status === 503 && tries < mostTries; tries += 1) {
      await response.arrayBuffer();
      await sleep(200 * tries);
      response = await fetch(`${url}${path}`, request);
    }
    const text = await response.text();
    if (!response.ok)
      throw new RequestError(
        `${method} ${path} returned ${response.status}: ${problemIn(text)}`,
        response.status,
      );
    const operation = response.status === 202 ? response.headers.get('location') : null;
    if (operation !== null) return { data: await outcome(operation) };
    return text === '' ? { data: {} } : (JSON.parse(text) as unknown);
  }

  async function outcome(location: string): Promise<Resource> {
    const path = new URL(location, url).pathname;
    for (;;) {
      const { data } = (await call('GET', path)) as { data: Operation };
      if (data.status === 'succeeded') return data.result?.data ?? { id: 0 };
      if (!['unknown', 'queued', 'running'].includes(data.status)) {
        throw new RequestError(`${path} is ${data.status}: ${data.error?.message ?? ''}`, data.error?.status);
      }
      await sleep(500);
    }
  }

  return {
    async count(path) {
      const page = (await call('GET', `${path}?paginate=true&per_page=1`)) as { meta: { total: number } };
      return page.meta.total;
    },
    async write(method, path, key, body) {
      const headers = { 'idempotency-key': key, prefer: 'wait=30' };
      const answer = (await call(method, path, headers, body ?? {})) as { data: Resource };
      return answer.data;
    },
  };
}

/** The message of an error response. A proxy in front of the store may respond with another text. */
function problemIn(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text;
  }
}
