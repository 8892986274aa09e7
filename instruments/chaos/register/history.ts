import { hash } from 'node:crypto';

import { eventForm } from './event-form.ts';

/** The parts of an event of `store.events` that are checked here. */
export interface RecordEvent {
  id: string;
  type: string;
  /** Such as `orders/12`. */
  subject: string;
  data: { version: number };
}

interface SeenVersion {
  eventId: string;
  /** The digest of the record in the event. */
  digest: string;
  isDeletion: boolean;
}

/** Every record version that a subscriber received in events. */
export interface History {
  note: (event: RecordEvent) => void;
  subjects: () => Iterable<string>;
  versionsOf: (subject: string) => ReadonlyMap<number, SeenVersion>;
  /** Versions for which there were two different events. */
  readonly faults: readonly string[];
  /** Numbers of distinct version events, distinct notes, and repeated events. */
  readonly count: number;
  readonly noted: number;
  readonly again: number;
  /**
   * Number of versions received after a newer version. Such versions can occur when a partition gets a new
   * consumer. Followers ignore them.
   */
  readonly late: number;
}

const nothing: ReadonlyMap<number, SeenVersion> = new Map();

export function createHistory(): History {
  const records = new Map<string, Map<number, SeenVersion>>();
  const latest = new Map<string, number>();
  const faults: string[] = [];
  const notes = new Set<string>();
  const counts = { distinct: 0, again: 0, late: 0 };

  return {
    note: ({ id, type, subject, data }) => {
      // A note does not increase the version of its order, so its event and another event have the same
      // version.
      if (type.includes('.noted.')) {
        if (notes.has(id)) counts.again += 1;
        notes.add(id);
        return;
      }
      // An erasure event has the same version as the event of the user's deletion.
      if (type.includes('.erased.')) return;
      const { version } = data;
      const versions = records.get(subject) ?? new Map<number, SeenVersion>();
      records.set(subject, versions);
      const known = versions.get(version);
      if (known?.eventId === id) {
        counts.again += 1;
        return;
      }
      if (known) faults.push(`${subject}: version ${version} has two events, ${known.eventId} and ${id}`);
      const newest = latest.get(subject) ?? 0;
      if (version < newest) counts.late += 1;
      counts.distinct += 1;
      latest.set(subject, Math.max(newest, version));
      versions.set(version, {
        eventId: id,
        digest: digestOf(eventForm(subject, data)),
        isDeletion: type.includes('.deleted.'),
      });
    },
    subjects: () => records.keys(),
    versionsOf: (subject) => records.get(subject) ?? nothing,
    faults,
    get count() {
      return counts.distinct;
    },
    get noted() {
      return notes.size;
    },
    get again() {
      return counts.again;
    },
    get late() {
      return counts.late;
    },
  };
}

/** Stores only a digest to save memory, because records with many lines have large JSON. */
export function digestOf(text: string): string {
  return hash('sha1', text, 'base64');
}
