import { setTimeout as sleep } from 'node:timers/promises';

import { createFeedHistory, type FeedEvent } from '../feed/feed-history.ts';
import { acceptedAnswer, RefusedByFeed, type FeedPlace } from '../feed/feed-reader.ts';
import { followByPoll } from '../feed/follow-by-poll.ts';
import { eventForm } from '../register/event-form.ts';

/**
 * An external system that copies the store's records from the event feed. When its cursor expires, it reads the lists
 * once.
 */
interface KeepingReader {
  /**
   * How often the reader's cursor expired, and how many events the reader received before and after the last
   * expiry.
   */
  counts: () => { expired: number; before: number; since: number };
  /** Waits until the reader's copy equals the lists. Returns faulty events, and any differences that remain at the deadline. */
  judge: (deadlineMs: number) => Promise<string[]>;
  close: () => Promise<void>;
}

/** Each record as text, keyed by subject. */
type Copy = Map<string, string>;

interface StockMove {
  product_id: number;
  version: number;
  stock: { to: number | null };
  held: { to: number | null };
}

interface Level {
  product_id: number;
  low_stock_at?: number | null;
}

const pauseMs = 250;

export function startKeepingReader(place: FeedPlace): KeepingReader {
  const follow = followByPoll(place);
  const closing = new AbortController();
  const faults: string[] = [];
  let [history, copy, lists] = [createFeedHistory(), new Map() as Copy, [] as readonly string[]];
  let cursor = '0';
  const counts = { expired: 0, before: 0 };
  const levels = new Map<string, number>();

  const note = (event: FeedEvent): void => {
    const { subject, type, data } = event;
    const known = Math.max(...history.records.versionsOf(subject).keys());
    history.note(event);
    // A note's event has the version of its order, and an erasure's event has the version of the deletion.
    // Neither version is new.
    if (/\.(noted|erased)\./.test(type)) return;
    // Order events publish most versions of a product's stock, so gaps between inventory events are normal.
    const isEach = !subject.startsWith('inventory/');
    if (isEach && Number.isFinite(known) && data.version > known + 1)
      faults.push(`${subject}: version ${data.version} came right after ${known}`);
    if (type.includes('.deleted.')) copy.delete(subject);
    else if (isEach) copy.set(subject, eventForm(subject, data));
    else keepLevel(subject, data.version, data);
    if (Array.isArray(data.stock)) for (const move of data.stock as StockMove[]) keepMove(move);
  };

  /**
   * Keeps only newer stock levels, because the stock changes of two orders for one product can arrive in
   * either sequence.
   */
  const keepLevel = (subject: string, version: number, level: object): void => {
    if (version < (levels.get(subject) ?? 0)) return;
    levels.set(subject, version);
    copy.set(subject, eventForm(subject, level));
  };

  /** Stores a stock change from an order's event, because the stock changes of orders have no events of their own. */
  const keepMove = ({ product_id: id, version, stock, held }: StockMove): void => {
    const subject = `inventory/${id}`;
    const known = copy.get(subject);
    const before = (known === undefined ? { product_id: id } : JSON.parse(known)) as Level;
    const { low_stock_at: mark = null } = before;
    const after = {
      ...before,
      stock: stock.to,
      held: held.to,
      low: mark !== null && (stock.to ?? Infinity) <= mark,
    };
    keepLevel(subject, version, after);
  };

  const startFromLists = async (refusal: string): Promise<void> => {
    const { cursor: current, snapshot } = JSON.parse(refusal) as Expired;
    const read = await readLists(place, snapshot);
    faults.push(...history.faults);
    counts.expired += 1;
    counts.before = history.count;
    [history, copy, lists, cursor] = [createFeedHistory(), read, snapshot, current];
    levels.clear();
  };

  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        const moveTo = (next: string) => (cursor = next);
        await follow(cursor, { note, moveTo, signal: closing.signal });
      } catch (error) {
        // The lists are unavailable while the store is down. The next 410 response for the cursor starts this read
        // again.
        if (error instanceof RefusedByFeed) {
          if (error.answer?.status === 410) await startFromLists(error.answer.text).catch(() => undefined);
          else faults.push(error.message);
        }
        await sleep(pauseMs);
      }
    }
  };
  const ended = loop();

  return {
    counts: () => ({ ...counts, since: history.count }),
    judge: async (deadlineMs) => {
      const deadline = performance.now() + deadlineMs;
      let wrong = ['the reader did not read the lists again'];
      do {
        if (lists.length > 0) wrong = differences(copy, await readLists(place, lists));
        if (wrong.length > 0) await sleep(pauseMs);
      } while (wrong.length > 0 && performance.now() < deadline);
      return [...faults, ...history.faults, ...wrong].map((fault) => `a reader of the feed: ${fault}`);
    },
    close: async () => {
      closing.abort();
      await ended;
    },
  };
}

interface Expired {
  cursor: string;
  snapshot: string[];
}

async function readLists({ url, token }: FeedPlace, paths: readonly string[]): Promise<Copy> {
  const read: Copy = new Map();
  for (const path of paths) {
    const kind = path.replace('/api/admin/', '');
    let next: string | null = '';
    while (next !== null) {
      const query: string = new URLSearchParams({
        paginate: 'cursor',
        per_page: '100',
        ...(next !== '' && { cursor: next }),
      }).toString();
      const answer = await fetch(`${url}${path}?${query}`, { headers: { authorization: `Bearer ${token}` } });
      const { data, meta } = (await (await acceptedAnswer(answer)).json()) as ListAnswer;
      for (const row of data) {
        const subject = `${kind}/${row.id ?? row.product_id}`;
        read.set(subject, eventForm(subject, row));
      }
      next = meta.next_cursor;
    }
  }
  return read;
}

interface ListAnswer {
  data: { id?: number; product_id?: number }[];
  meta: { next_cursor: string | null };
}

function differences(copy: Copy, lists: Copy): string[] {
  const subjects = new Set([...copy.keys(), ...lists.keys()]);
  return [...subjects]
    .filter((subject) => copy.get(subject) !== lists.get(subject))
    .map(
      (subject) =>
        `${subject} is ${copy.get(subject) ?? 'not known'}, listed is ${lists.get(subject) ?? 'nothing'}`,
    )
    .slice(0, 5);
}
