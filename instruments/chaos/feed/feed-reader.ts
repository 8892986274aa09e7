import { setTimeout as sleep } from 'node:timers/promises';

import { createFeedHistory, type FeedEvent, type FeedHistory } from './feed-history.ts';

/** An external system that reads `/api/admin/events` and records the received events. */
export interface FeedReader {
  name: string;
  history: FeedHistory;
  /** Responses that are never allowed: a rejected cursor, or an unreadable stream. */
  refusals: string[];
  /** Disconnects for `forMs` milliseconds, then continues from the reader's cursor. */
  leave: (forMs: number) => void;
  /** Waits until it has this number of events. False after the deadline. */
  untilKnown: (count: number, deadlineMs: number) => Promise<boolean>;
  close: () => Promise<void>;
}

export interface FeedPlace {
  url: string;
  token: string;
}

/** Passes the events after the cursor to the sink. Throws an error if the caller should retry. */
export type Follow = (cursor: string, sink: EventSink) => Promise<void>;

interface EventSink {
  note: (event: FeedEvent, cursor: string | null) => void;
  moveTo: (cursor: string) => void;
  signal: AbortSignal;
}

const pauseMs = 250;

/** Reads from the oldest event on until it is closed. */
export function startReader(name: string, follow: Follow): FeedReader {
  const history = createFeedHistory();
  const refusals: string[] = [];
  const closing = new AbortController();
  let cursor = '0';
  let awayUntil = 0;
  let leaving = new AbortController();

  const readOn = async (): Promise<void> => {
    const signal = AbortSignal.any([closing.signal, leaving.signal]);
    const sink: EventSink = {
      signal,
      moveTo: (next) => {
        cursor = next;
      },
      note: (event, next) => {
        history.note(event);
        if (next !== null) cursor = next;
      },
    };
    await follow(cursor, sink);
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
    name,
    history,
    refusals,
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

/** The store rejected a cursor that it had issued. No injected fault excuses this. */
export class RefusedByFeed extends Error {
  /** The response of the gateway. Null if the stream itself is unreadable. */
  readonly answer: { status: number; text: string } | null;

  constructor(message: string, answer: RefusedByFeed['answer'] = null) {
    super(message);
    this.answer = answer;
  }
}

/** Throws a retryable error during an outage, and `RefusedByFeed` for any other error response. */
export async function acceptedAnswer(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const text = await answer.text();
  const isOutage = answer.status >= 500 || answer.status === 429;
  const { status } = answer;
  throw isOutage ? new Error(text) : new RefusedByFeed(`${status} ${text}`, { status, text });
}
