import { Client, type Dispatcher } from 'undici';
import { percentile } from './percentile.ts';

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
  const latencies = new Float64Array(requests.length);
  let answered = 0;
  // All callers share one iterator, so each request is sent once.
  const left = requests.values();
  const loop = async (client: Client): Promise<void> => {
    for (const request of left) {
      const sentAt = performance.now();
      check(await send(client, request), request);
      latencies[answered] = performance.now() - sentAt;
      answered += 1;
    }
  };
  try {
    const startedAt = performance.now();
    await Promise.all(clients.map(loop));
    const seconds = (performance.now() - startedAt) / 1000;
    const at = (part: number) => percentile(latencies, part);
    return {
      requests: answered,
      seconds,
      rate: answered / seconds,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
    };
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

/** Uses undici's lowest layer, which takes the least CPU time, because the load generator shares the machine with the store. */
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
