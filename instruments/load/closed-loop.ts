import { Client, type Dispatcher } from 'undici';

export interface LoadRequest {
  method: Dispatcher.HttpMethod;
  path: string;
  token: string;
  body?: unknown;
}

export interface LoadAnswer {
  status: number;
  text: string;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  /** Requests per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
}

/** Sends `requests` on `callers` connections, one request at a time per connection, and checks every response. */
export async function closedLoop(
  url: string,
  callers: number,
  requests: readonly LoadRequest[],
  check: (answer: LoadAnswer, request: LoadRequest) => void,
): Promise<LoadResult> {
  const clients = Array.from(
    { length: callers },
    () => new Client(url, { pipelining: 1, headersTimeout: 20_000 }),
  );
  try {
    return await inTurn(clients, requests, async (request, client) => {
      check(await send(client, request), request);
    });
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

/** Distributes the work: each caller takes the next piece after finishing a piece. */
export async function inTurn<T, Caller>(
  callers: readonly Caller[],
  work: readonly T[],
  run: (piece: T, caller: Caller) => Promise<void>,
): Promise<LoadResult> {
  const latencies = new Float64Array(work.length);
  let next = 0;
  const startedAt = performance.now();
  const pieces = work.values();
  const loop = async (caller: Caller): Promise<void> => {
    // All callers share one iterator, so each piece of work runs once.
    for (const piece of pieces) {
      const sentAt = performance.now();
      await run(piece, caller);
      latencies[next] = performance.now() - sentAt;
      next += 1;
    }
  };
  await Promise.all(callers.map(loop));
  return summary(latencies, (performance.now() - startedAt) / 1000);
}

function summary(latencies: Float64Array, seconds: number): LoadResult {
  const sorted = latencies.toSorted();
  const at = (part: number) => sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0;
  const requests = sorted.length;
  return { requests, seconds, rate: requests / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Uses the lowest layer of the HTTP client, because the load generator shares the machine with the store. */
function send(client: Client, { method, path, token, body }: LoadRequest): Promise<LoadAnswer> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const chunks: Buffer[] = [];
    client.dispatch(
      {
        method,
        path,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, statusCode) => {
          status = statusCode;
        },
        onResponseData: (_controller, chunk) => {
          chunks.push(chunk);
        },
        onResponseEnd: () => resolve({ status, text: Buffer.concat(chunks).toString() }),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}
