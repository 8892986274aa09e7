import type { AddressedRecord } from '../addressed-record.ts';
import type { LoggedChange } from '../../decide/versioned-record.ts';

/** As long as the inbox surely knows what became of a command. */
const horizonDays = 7;

/** What has become of the record that a parked command changes. */
export interface RecordSince {
  /** `orders/12` */
  name: string;
  /** The version that the command met when it first failed; null when nothing noted it. */
  met: number | null;
  /** Null: it is not there. */
  record: AddressedRecord | null;
  deletion: { by: string; at: string } | null;
}

/** Why a parked command should not be tried again without a second thought; none: nothing speaks against it. */
export function redriveObjections({ at }: { at: string }, since: RecordSince | null, now: string): string[] {
  const age = Date.parse(now) - Date.parse(at);
  const isForgotten = age > horizonDays * 24 * 3600 * 1000;
  return [
    ...(isForgotten
      ? [`It was accepted at ${at}, over ${horizonDays} days ago: whether it was done then may be forgotten.`]
      : []),
    ...(since ? movedOn(at, since) : []),
  ];
}

function movedOn(at: string, { name, met, record, deletion }: RecordSince): string[] {
  if (!record) {
    if (deletion && deletion.at > at) return [`${name} was deleted by ${deletion.by} at ${deletion.at}.`];
    return met !== null && met > 0 ? [`${name} is gone since.`] : [];
  }
  const { version, updated_at: updatedAt = '', log = [] } = record;
  const isNewer = ({ version: changed, at: changedAt }: LoggedChange) =>
    met === null ? changedAt > at : changed > met;
  const isMoved = met === null ? updatedAt > at : version > met;
  if (!isMoved) return [];
  const changes = log.filter(isNewer).map((change) => {
    const { by, fields, at: changedAt } = change;
    return `version ${change.version} by ${by} at ${changedAt} (${fields.join(', ')})`;
  });
  const described = changes.length > 0 ? changes.join('; ') : `version ${version} at ${updatedAt}`;
  return [`${name} has changed since: ${described}.`];
}
