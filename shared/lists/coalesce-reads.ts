/** Runs or shares a read. `key` must identify everything that `read` depends on. */
export type CoalesceReads = <Found>(key: string, read: () => Promise<Found>) => Promise<Found>;

interface Round {
  ended: Promise<void>;
  /** The next read, for callers that arrived since the current read began. */
  next: Promise<unknown> | null;
}

/**
 * Callers of the same key share one read. While a read is running, new callers wait for the next read, so that
 * each read begins after the call and includes the caller's own writes. (`lru-cache` would return the running
 * read.) Nothing is cached. Callers share results and must not change them.
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
