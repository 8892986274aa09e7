import { Worker } from 'node:worker_threads';
import { Problem } from '#shared/errors.ts';
import type { ProblemDetails } from '#shared/errors.ts';
import type { SentFields } from './form-fields.ts';
import { largestPiece } from './received-bytes.ts';

export interface ToDecode {
  id: number;
  bytes: Uint8Array;
  contentType: string | undefined;
  values: number;
}

export interface Decoded {
  id: number;
  data?: SentFields;
  refusal?: ProblemDetails;
  fault?: string;
}

interface Thread {
  worker: Worker;
  asked: Map<number, PromiseWithResolvers<SentFields>>;
}

/** One and a half times what the largest body was read with: what it may grow to it grows to. */
const memory = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };

let thread: Thread | null = null;
let lastId = 0;

/** As `decodeBody` does, in a thread of its own: a body of many values takes long, and requests are answered meanwhile. `bytes` are gone afterwards. */
export async function decodeInThread(
  bytes: Buffer,
  contentType: string | undefined,
  values: number,
): Promise<SentFields> {
  thread ??= startThread();
  const answer = Promise.withResolvers<SentFields>();
  const id = (lastId += 1);
  thread.asked.set(id, answer);
  thread.worker.ref();
  // What was copied together shares its memory with nothing else.
  const owned = bytes.length > largestPiece ? [bytes.buffer as ArrayBuffer] : [];
  thread.worker.postMessage({ id, bytes, contentType, values } satisfies ToDecode, owned);
  return answer.promise;
}

function startThread(): Thread {
  const file = new URL('decode-thread.ts', import.meta.url);
  // Without the telemetry that the process was started with.
  const worker = new Worker(file, { resourceLimits: memory, execArgv: [] });
  const asked: Thread['asked'] = new Map();
  worker.on('message', ({ id, ...outcome }: Decoded) => {
    const answer = asked.get(id);
    asked.delete(id);
    if (asked.size === 0) worker.unref();
    if (answer) settle(answer, outcome);
  });
  worker.on('error', (error) => {
    thread = null;
    for (const answer of asked.values()) answer.reject(error);
  });
  return { worker, asked };
}

function settle(
  answer: PromiseWithResolvers<SentFields>,
  { data, refusal, fault }: Omit<Decoded, 'id'>,
): void {
  if (data) {
    withoutPrototypes([data.fields, data.rows]);
    answer.resolve(data);
  } else if (refusal) {
    answer.reject(new Problem(refusal.code, refusal));
  } else answer.reject(new Error(fault));
}

/** What is copied between threads gets prototypes; a field called `__proto__` must be a field and nothing else. */
function withoutPrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) withoutPrototypes(inner);
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
}
