import { judgeHistory, type Versions } from '../register/judge-history.ts';
import { startReader, type FeedPlace, type FeedReader } from './feed-reader.ts';
import { followByPoll } from './follow-by-poll.ts';
import { followByStream } from './follow-by-stream.ts';

/** Starts three readers. One polls, one streams, and one is disconnected for a quarter of the time. */
export function startFeedReaders(place: FeedPlace, forMs: number): FeedReader[] {
  const readers = [
    startReader('poll', followByPoll(place)),
    startReader('stream', followByStream(place)),
    startReader('away', followByPoll(place)),
  ];
  setTimeout(() => readers.at(-1)?.leave(forMs / 4), forMs / 4).unref();
  return readers;
}

const catchUpMs = 60_000;

/** Compares the events of each reader with the data and with the other readers. */
export async function judgeFeed(
  readers: readonly FeedReader[],
  versions: Versions,
): Promise<{ counts: Record<string, number>; faults: string[] }> {
  const most = Math.max(...readers.map(({ history }) => history.count));
  await Promise.all(readers.map((reader) => reader.untilKnown(most, catchUpMs)));
  const faults = readers.flatMap(({ name, history, refusals }) =>
    [
      ...refusals,
      ...history.faults,
      ...history.stockFaults(),
      ...judgeHistory(history.records, versions),
      ...(history.count === most
        ? []
        : [`received ${history.count} events, another reader received ${most}`]),
    ].map((fault) => `${name}: ${fault}`),
  );
  return { counts: Object.fromEntries(readers.map(({ name, history }) => [name, history.count])), faults };
}
