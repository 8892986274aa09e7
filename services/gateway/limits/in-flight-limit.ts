import { detail, retryLater, type Problem } from '#shared/contracts/errors.ts';

export type InFlightLimit = ReturnType<typeof createInFlightLimit>;

/** If a command's reply never arrives, the command counts for this many ms. */
const countedMs = 600_000;

/** Limits the commands that each owner has in flight at this gateway, meaning accepted and not yet processed. */
export function createInFlightLimit(limit: number) {
  const owners = new Map<string, Map<string, NodeJS.Timeout>>();

  function release(owner: string, commandId: string): void {
    const timers = owners.get(owner);
    clearTimeout(timers?.get(commandId));
    timers?.delete(commandId);
    if (timers?.size === 0) owners.delete(owner);
  }

  /** Counts a command that was already accepted, even beyond the limit. */
  function add(owner: string, commandId: string): void {
    release(owner, commandId);
    const timer = setTimeout(() => release(owner, commandId), countedMs).unref();
    owners.getOrInsertComputed(owner, () => new Map()).set(commandId, timer);
  }

  return {
    limit,
    hasAny: (owner: string): boolean => owners.has(owner),
    /** Counts a command. Throws `too_many_requests` at the limit, unless the command is already counted. */
    acquire: (owner: string, commandId: string): void => {
      const timers = owners.get(owner);
      if (timers && timers.size >= limit && !timers.has(commandId)) throw tooManyInFlight(timers.size, limit);
      add(owner, commandId);
    },
    add,
    release,
  };
}

export function tooManyInFlight(count: number, limit: number): Problem {
  const why = detail('too_many_operations', { count, limit });
  return retryLater('too_many_requests', why, { unfinished: count, limit }, 5);
}
