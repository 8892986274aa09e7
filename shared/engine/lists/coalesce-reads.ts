import { createSlots } from '../../platform/process/slots.ts';

/** Runs or shares a read. `key` must identify everything that `read` depends on. */
export type CoalesceReads = <Found>(key: string, read: () => Promise<Found>) => Promise<Found>;

/**
 * Callers of the same key share one read. While a read is running, new callers wait for the next read, so that
 * each read begins after the call and includes the caller's own writes. (`lru-cache` would return the running
 * read.) Nothing is cached. Callers share results and must not change them.
 */
export function createReadCoalescer(): CoalesceReads {
  const slots = createSlots({ size: Infinity, share: 1 });
  /** The read of each key that has not begun yet. */
  const next = new Map<string, Promise<unknown>>();

  return <Found>(key: string, read: () => Promise<Found>) => {
    const run = async (): Promise<Found> => {
      const { held, leave } = slots.enter(key);
      await held;
      next.delete(key);
      return read().finally(leave);
    };
    const found = next.get(key) ?? run();
    next.set(key, found);
    return found as Promise<Found>;
  };
}
