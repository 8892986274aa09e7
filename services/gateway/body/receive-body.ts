import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { detail, Problem, retryLater } from '#shared/contracts/errors.ts';
import { restInProportion } from '#shared/platform/process/paced-loop.ts';
import { createSlots, type Leave } from '#shared/platform/process/slots.ts';
import { decodeBody, decompressed, isCompressed, noFields } from './decode-body.ts';
import { decodeInThread } from './decode-in-thread.ts';
import type { SentFields } from './form-fields.ts';
import { free, release, largestPiece, nothing, withChunk } from './received-bytes.ts';

export interface BodyLimits {
  /** The maximum bytes, before and after decompression. */
  bytes: number;
  /** The maximum number of numbers, texts, objects and arrays together, which bounds the time to read a body. */
  values: number;
}

const mib = 1024 * 1024;
/**
 * How many bytes of large bodies may wait until they are parsed, in total (`size`) and for each caller (`share`). Shoppers and
 * staff have separate limits, so that shoppers cannot block staff.
 */
const memories = {
  admin: { size: 32 * mib, share: 16 * mib },
  client: { size: 8 * mib, share: 2 * mib },
} as const;
type Area = keyof typeof memories;

/** A body within both limits takes only a few milliseconds to parse, whatever it contains. */
const [lightBytes, lightValues] = [largestPiece, 1000];
/** A body up to this size counts as light, whatever it contains. */
const littleBytes = 8 * 1024;
/** An estimate of the memory that a request with a queued body takes, in addition to the body. */
const besideBytes = 64 * 1024;
const [comma, ampersand] = [0x2c, 0x26];

/** Like `readBody`, but also throws `too_many_requests` or `unavailable` when large bodies use too much memory. */
export type ReceiveBody = (
  request: Request,
  response: Response,
  from: { area: Area; caller: string; limits: BodyLimits },
) => Promise<SentFields>;

export function createReceiveBody(): ReceiveBody {
  const memoryOf = createBodyMemory();
  const heavyTurn = createHeavyTurns();

  return async (request, response, { area, caller, limits }) => {
    const memory = memoryOf(area, caller);
    try {
      return await readBody(request, limits, {
        take: memory.take,
        heavyTurn: (read) => heavyTurn({ caller, response, read }),
      });
    } finally {
      memory.release();
    }
  };
}

export interface Reception {
  /** Reserves memory for the `bytes` that have arrived so far. Throws when the caller or all callers together exceed a limit. */
  take: (bytes: number) => void;
  /** Queues a heavy body (see `isHeavy`) until it may be read. */
  heavyTurn: (read: () => Promise<SentFields>) => Promise<SentFields>;
}

/**
 * Receives and parses a body, and normalises its texts (see `normaliseText`). Throws `malformed_body`, `payload_too_large`,
 * `unsupported_media_type`, or `validation_failed` for a file (rule `file`).
 */
export async function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  { take, heavyTurn }: Reception,
): Promise<SentFields> {
  const sent = await readBytes(request, limits.bytes, take);
  if (sent.length === 0) return noFields;
  const encoding = request.headers['content-encoding'];
  const { bytes: limit, values } = limits;
  const type = request.headers['content-type'];
  const light = await lightBody(sent, encoding, limit);
  if (light) return decodeBody(light, type, values);
  try {
    take(sent.length + besideBytes);
    return await heavyTurn(async () => decodeInThread(await wholeBody(sent, encoding, limit), type, values));
  } finally {
    // Frees the memory of a large body, also after an error. A small body is not freed, because it may share its memory with
    // other bodies.
    if (sent.length > largestPiece) free(sent);
  }
}

/** Resolves with the decompressed bytes, or with null for a heavy body, which stays compressed until it gets a slot. */
async function lightBody(sent: Buffer, encoding: string | undefined, limit: number): Promise<Buffer | null> {
  // Even if the result is small, decompressing a large body takes long.
  if (isCompressed(encoding) && sent.length > lightBytes) return null;
  const bytes = await decompressed(sent, encoding, Math.min(lightBytes, limit));
  return bytes === null || isHeavy(bytes) ? null : bytes;
}

async function wholeBody(sent: Buffer, encoding: string | undefined, limit: number): Promise<Buffer> {
  const bytes = await decompressed(sent, encoding, limit);
  if (bytes === null) throw tooLarge(limit);
  return bytes;
}

/** Whether the body may have too many values to parse quickly. JSON separates values with commas, and forms with ampersands. */
function isHeavy(bytes: Buffer): boolean {
  if (bytes.length <= littleBytes) return false;
  return countUpTo(lightValues, bytes, comma) + countUpTo(lightValues, bytes, ampersand) > lightValues;
}

function countUpTo(most: number, bytes: Buffer, byte: number): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at >= 0 && count <= most; at = bytes.indexOf(byte, at + 1)) count += 1;
  return count;
}

/** On an error, the rest of the body is read and dropped, so that the client receives the error response on the connection. */
async function readBytes(request: IncomingMessage, limit: number, take: Reception['take']): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? limit);
  if (declared > limit) throw tooLarge(limit);
  return new Promise((resolve, reject) => {
    let received = nothing;
    const receive = (chunk: Buffer) => {
      try {
        const size = received.size + chunk.length;
        if (size > limit) throw tooLarge(limit);
        if (size > lightBytes) take(size);
        received = withChunk(received, chunk, declared);
      } catch (error) {
        release(received);
        received = nothing;
        request.off('data', receive).resume();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    request.on('data', receive);
    const refuse = () => {
      release(received);
      reject(new Problem('malformed_body', detail('body_incomplete')));
    };
    request.once('end', () => {
      // Node still passes on a body that arrives after its 408. The client knows from the 408 that the write is not carried out.
      if (request.socket.writableEnded) refuse();
      else resolve(received.bytes.subarray(0, received.size));
    });
    request.once('close', () => {
      if (!request.readableEnded) refuse();
    });
  });
}

function tooLarge(limit: number): Problem {
  return new Problem('payload_too_large', detail('body_too_long', { limit }));
}

interface BodyMemory {
  /** `bytes`: how much of the body has arrived so far. Throws `too_many_requests` or `unavailable`. Then call `release` too. */
  take: (bytes: number) => void;
  release: () => void;
}

/** Limits the memory for large bodies, per caller and in total. Each byte takes one slot. */
export function createBodyMemory(): (area: Area, caller: string) => BodyMemory {
  const slotsOf = (area: Area) => createSlots({ ...memories[area], refuse: tooManyBytes(area) });
  const slots = { admin: slotsOf('admin'), client: slotsOf('client') };

  return (area, caller) => {
    let taken = 0;
    let parts: Leave[] = [];
    return {
      take: (bytes) => {
        parts.push(slots[area].take(caller, bytes - taken));
        taken = bytes;
      },
      release: () => {
        for (const leave of parts) leave();
        [taken, parts] = [0, []];
      },
    };
  };
}

interface HeavyBody {
  caller: string;
  response: Pick<Response, 'destroyed' | 'once' | 'off'>;
  read: () => Promise<SentFields>;
}

export type HeavyTurn = (body: HeavyBody) => Promise<SentFields>;

/** After each heavy body, other requests get the CPU for twice the time that the body took. */
const restAfterBody = restInProportion(2);

/**
 * Reads one heavy body at a time, alternating between callers. The next body waits until the synchronous work that follows
 * `read`, such as validation, is done, and for a pause afterwards.
 */
export function createHeavyTurns(): HeavyTurn {
  const turns = createSlots({ size: 1 });

  return async ({ caller, response, read }) => {
    const hasLeft = () => response.destroyed;
    if (hasLeft()) throw gone();
    const { held, leave } = turns.enter(caller);
    response.once('close', leave);
    const isHeld = await held;
    response.off('close', leave);
    // The client may have disconnected just after its body got a slot.
    if (!isHeld || hasLeft()) {
      leave();
      throw gone();
    }
    const startedAt = performance.now();
    try {
      return await read();
    } finally {
      // The synchronous work that follows `read` runs before this callback, so the measured time includes this work.
      setImmediate(() => setTimeout(leave, restAfterBody(performance.now() - startedAt)));
    }
  };
}

function tooManyBytes(area: Area): (isShareUsed: boolean) => Problem {
  const { share: limit } = memories[area];
  return (isShareUsed) =>
    isShareUsed
      ? retryLater('too_many_requests', detail('too_many_bytes_of_caller', { limit }), { limit }, 2)
      : retryLater('unavailable', detail('too_many_bodies'), { part: 'bodies' }, 2);
}

function gone(): Problem {
  return new Problem('malformed_body', detail('client_left'));
}
