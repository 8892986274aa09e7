import { setTimeout as sleep } from 'node:timers/promises';

import { createFeedHistory } from './feed-history.ts';
import type { FeedEvent, FeedHistory } from './feed-history.ts';

/** Another system that follows `/api/admin/events`, and writes down what it is told. */
export interface FeedReader {
  name: string;
  history: FeedHistory;
  /** What the gateway said that it never should: a cursor that is refused, a stream that cannot be read. */
  refusals: string[];
  /** Goes away for so long and then on from where it was. */
  leave: (forMs: number) => void;
  /** Waits until it knows so many events; false after the deadline. */
  untilKnown: (count: number, deadlineMs: number) => Promise<boolean>;
  close: () => Promise<void>;
}

export interface FeedPlace {
  url: string;
  token: string;
}

/** Takes what there is after the cursor, notes it, and answers the next cursor. It throws what is worth another try. */
export type Follow = (cursor: string, told: Told) => Promise<void>;

export interface Told {
  note: (event: FeedEvent, cursor: string | null) => void;
  moveTo: (cursor: string) => void;
  signal: AbortSignal;
}

const pauseMs = 250;

/** From the oldest event on, until it is closed. */
export function startReader(name: string, follow: Follow): FeedReader {
  const history = createFeedHistory();
  const refusals: string[] = [];
  const closing = new AbortController();
  let cursor = '0';
  let awayUntil = 0;
  let leaving = new AbortController();

  const readOn = async (): Promise<void> => {
    const signal = AbortSignal.any([closing.signal, leaving.signal]);
    const told: Told = {
      signal,
      moveTo: (next) => {
        cursor = next;
      },
      note: (event, next) => {
        history.note(event);
        if (next !== null) cursor = next;
      },
    };
    await follow(cursor, told);
  };

  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        await sleep(Math.max(0, awayUntil - performance.now()), undefined, { signal: closing.signal });
        await readOn();
      } catch (error) {
        if (error instanceof RefusedByFeed) refusals.push(error.message);
        await sleep(pauseMs);
      }
    }
  };
  const ended = loop();

  return {
    ...{ name, history, refusals },
    leave: (forMs) => {
      awayUntil = performance.now() + forMs;
      leaving.abort();
      leaving = new AbortController();
    },
    untilKnown: async (count, deadlineMs) => {
      const deadline = performance.now() + deadlineMs;
      while (history.count < count && performance.now() < deadline) await sleep(pauseMs);
      return history.count >= count;
    },
    close: async () => {
      closing.abort();
      await ended;
    },
  };
}

/** No fault of a server explains it: the store says that it does not know what it gave out. */
export class RefusedByFeed extends Error {
  /** What the gateway answered; null where it is the stream itself that cannot be read. */
  readonly answer: { status: number; text: string } | null;

  constructor(message: string, answer: RefusedByFeed['answer'] = null) {
    super(message);
    this.answer = answer;
  }
}

/** Throws what an answer without events is worth. */
export async function acceptedAnswer(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const text = await answer.text();
  const isOutage = answer.status >= 500 || answer.status === 429;
  const { status } = answer;
  throw isOutage ? new Error(text) : new RefusedByFeed(`${status} ${text}`, { status, text });
}
