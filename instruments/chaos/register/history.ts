import { hash } from 'node:crypto';

import { toldForm } from './told-form.ts';

/** What an event of `store.events` says of its record. */
export interface RecordEvent {
  id: string;
  type: string;
  /** `orders/12` */
  subject: string;
  data: { version: number };
}

export interface SeenVersion {
  eventId: string;
  /** Of what the event shows of the record. */
  digest: string;
  isDeletion: boolean;
}

/** Every version of every record that was told of, as one who counts has seen them. */
export interface History {
  note: (event: RecordEvent) => void;
  subjects: () => Iterable<string>;
  versionsOf: (subject: string) => ReadonlyMap<number, SeenVersion>;
  /** One version told of by two events. */
  readonly faults: readonly string[];
  /** Distinct events of a version, distinct notes of the staff, and events that came once more. */
  readonly count: number;
  readonly noted: number;
  readonly again: number;
  /** Versions first told of after a newer one, as may be when a partition changes hands: followers drop them. */
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
      // Its order stays at its version, which another event tells of.
      if (type.includes('.noted.')) {
        if (notes.has(id)) counts.again += 1;
        notes.add(id);
        return;
      }
      // It is told beside a user's deletion, at its version.
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
        digest: digestOf(toldForm(subject, data)),
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

/** Of a record's JSON: wide ones would fill the memory. */
export function digestOf(text: string): string {
  return hash('sha1', text, 'base64');
}
