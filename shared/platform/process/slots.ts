/** Frees the slots, or leaves the queue if no slot was free yet. Further calls do nothing. */
export type Leave = () => void;

/**
 * Limits concurrent work to a number of slots. Each key, for example the id of a caller, may hold at most its share of the
 * slots. A free slot goes to the waiting key that holds the fewest slots, and between equals to the key that got a slot longest
 * ago. So a caller with a hundred requests delays another caller by one of them, not by a hundred.
 */
export interface Slots {
  /** Takes slots without waiting. Throws the error of `refuse` if too few slots are free, or the key would exceed its share. */
  take: (key: string, count?: number) => Leave;
  /**
   * Queues for one slot. `held` resolves to true with the slot, and to false if `leave` was called first. After `longestWaitMs`
   * it rejects with the error of `refuse`.
   */
  enter: (key: string, longestWaitMs?: number) => { held: Promise<boolean>; leave: Leave };
  readonly waiting: number;
  /** Whether one more free slot would be given to a waiting key at once. False if all waiting keys hold their shares. */
  readonly isWanted: boolean;
}

interface Waiter {
  key: string;
  start: () => void;
}

export function createSlots({
  size,
  share = size,
  refuse = () => new Error('No slot is free'),
}: {
  size: number;
  share?: number;
  /** Creates the error for a refused key. `isShareUsed`: the key holds its whole share. If false, other keys hold the slots. */
  refuse?: (isShareUsed: boolean) => Error;
}): Slots {
  const heldByKey = new Map<string, number>();
  const queue = new Set<Waiter>();
  /** For each key, the number of its last start in the sequence of all starts. Cleared when the queue is empty. */
  const lastStarts = new Map<string, number>();
  let starts = 0;
  let free = size;

  const heldBy = (key: string) => heldByKey.get(key) ?? 0;

  function add(key: string, count: number): void {
    const held = heldBy(key) + count;
    if (held === 0) heldByKey.delete(key);
    else heldByKey.set(key, held);
    free -= count;
  }

  function hold(key: string, count: number): Leave {
    let isHeld = true;
    add(key, count);
    return () => {
      if (!isHeld) return;
      isHeld = false;
      add(key, -count);
      startWaiting();
    };
  }

  function startWaiting(): void {
    for (let next = nextWaiter(); next && free > 0; next = nextWaiter()) {
      lastStarts.set(next.key, (starts += 1));
      next.start();
    }
  }

  function nextWaiter(): Waiter | null {
    let next: Waiter | null = null;
    let [fewest, longestAgo] = [share, Infinity];
    for (const waiter of queue) {
      const [held, at] = [heldBy(waiter.key), lastStarts.get(waiter.key) ?? 0];
      if (held >= share || held > fewest || (held === fewest && at >= longestAgo)) continue;
      [next, fewest, longestAgo] = [waiter, held, at];
    }
    return next;
  }

  return {
    take: (key, count = 1) => {
      const isShareUsed = heldBy(key) + count > share;
      if (isShareUsed || count > free) throw refuse(isShareUsed);
      return hold(key, count);
    },
    enter: (key, longestWaitMs) => {
      if (queue.size === 0) lastStarts.clear();
      const { promise: held, resolve, reject } = Promise.withResolvers<boolean>();
      let timer: NodeJS.Timeout | undefined;
      const endWait = () => {
        queue.delete(waiter);
        clearTimeout(timer);
      };
      let leave: Leave = () => {
        endWait();
        resolve(false);
      };
      const start = () => {
        endWait();
        leave = hold(key, 1);
        resolve(true);
      };
      const waiter: Waiter = { key, start };
      queue.add(waiter);
      startWaiting();
      if (longestWaitMs !== undefined && queue.has(waiter))
        timer = setTimeout(() => {
          endWait();
          reject(refuse(heldBy(key) >= share));
        }, longestWaitMs).unref();
      return { held, leave: () => leave() };
    },
    get waiting() {
      return queue.size;
    },
    get isWanted() {
      return nextWaiter() !== null;
    },
  };
}
