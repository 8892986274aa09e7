import type { RecordEvent } from '../register/history.ts';

/** The events that one webhook receiver got. */
export interface ReceivedHistory {
  note: (webhookId: string, event: RecordEvent) => void;
  has: (eventId: string) => boolean;
  /** Numbers of distinct events and of repeated deliveries. */
  readonly count: number;
  readonly again: number;
  /**
   * Faults: changes that arrived with two event ids, and events that first arrived after a newer event of
   * their record.
   */
  readonly faults: readonly string[];
}

export function createReceivedHistory(): ReceivedHistory {
  const ids = new Set<string>();
  const changes = new Map<string, string>();
  const latest = new Map<string, number>();
  const faults: string[] = [];
  let again = 0;
  return {
    note: (webhookId, { id, type, subject, data: { version } }) => {
      const change = `${type} of ${subject} at version ${version}`;
      if (webhookId !== id) faults.push(`${change}: webhook-id ${webhookId} is not the event's, ${id}`);
      if (ids.has(id)) {
        again += 1;
        return;
      }
      ids.add(id);
      const other = changes.get(change);
      // A note has the version of its order, so one version can have several notes.
      if (other !== undefined && !type.includes('.noted.'))
        faults.push(`${change}: received with two event ids, ${other} and ${id}`);
      changes.set(change, id);
      const newest = latest.get(subject) ?? 0;
      if (version < newest) faults.push(`${change}: received after version ${newest}`);
      latest.set(subject, Math.max(newest, version));
    },
    has: (eventId) => ids.has(eventId),
    get count() {
      return ids.size;
    },
    get again() {
      return again;
    },
    faults,
  };
}
