/** Reads what `key` names, which must tell everything that `read` depends on. */
export type SharedReads = <Found>(key: string, read: () => Promise<Found>) => Promise<Found>;

interface Round {
  ended: Promise<void>;
  /** What is asked in the meantime. */
  next: Promise<unknown> | null;
}

/**
 * Reads that are made once for all who ask for the same in the meantime: whoever asks during a read waits for the next one,
 * so that each gets one that began after it asked. Nothing is remembered, and nobody may change what all were given.
 */
export function createSharedReads(): SharedReads {
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
