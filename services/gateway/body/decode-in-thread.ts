import { Worker } from 'node:worker_threads';
import { Problem, type ProblemDetails } from '#shared/contracts/errors.ts';
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

/** The thread gets only 1.5 times the memory that the largest body needs, because its heap always grows up to this limit. */
const memory = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };

let thread: Thread | null = null;
let lastId = 0;

/** Runs `decodeBody` in a worker thread, so that large bodies don't block other requests. Don't use `bytes` after the call. */
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
  // A body longer than `largestPiece` is in a buffer of its own, so the buffer can be transferred to the thread.
  const owned = bytes.length > largestPiece ? [bytes.buffer as ArrayBuffer] : [];
  thread.worker.postMessage({ id, bytes, contentType, values } satisfies ToDecode, owned);
  return answer.promise;
}

function startThread(): Thread {
  const file = new URL('decode-thread.ts', import.meta.url);
  // An empty `execArgv` prevents the thread from loading the telemetry that this process was started with.
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

/** Structured cloning gives objects a prototype. A field called `__proto__` would then not be an ordinary field. */
function withoutPrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) withoutPrototypes(inner);
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
}
