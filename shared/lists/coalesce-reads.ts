/** Runs or shares a read. `key` must identify everything that `read` depends on. */
export type CoalesceReads = <Found>(key: string, read: () => Promise<Found>) => Promise<Found>;

interface Round {
  ended: Promise<void>;
  /** The read for callers that arrived since this one began. */
  next: Promise<unknown> | null;
}

/**
 * Shares one read between callers of the same key while another is running: each gets a read that began after
 * its call, so that it sees its own writes. A cache that coalesces (`lru-cache`) would return the running
 * read. Nothing is cached; callers share results and must not change them.
 */
export function createReadCoalescer(): CoalesceReads {
  const rounds = new Map<string, Round>();

  const begin = <Found>(key: string, read: () => Promise<Found>): Promise<Found> => {
    const found = read();
    const end = () => {
      if (round.next === null) rounds.delete(key);
    };
    const round: Round = { ended: found.then(end, end), next: null };
    rounds.set(key, round);
    return found;
  };

  return <Found>(key: string, read: () => Promise<Found>) => {
    const round = rounds.get(key);
    if (!round) return begin(key, read);
    round.next ??= round.ended.then(() => begin(key, read));
    return round.next as Promise<Found>;
  };
}
