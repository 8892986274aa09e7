import { deriveKey } from './sealed-text.ts';

/**
 * The settings whose keys stored data depends on. Secrets between two processes are not among them: a process with a wrong one is
 * refused by the other.
 */
export const dataKeys = ['COMMAND_ID_KEY', 'OPERATION_ID_KEY', 'WEBHOOK_SECRETS_KEY'] as const;
export type DataKey = (typeof dataKeys)[number];

/** Identifies one key of a process without showing it. */
export interface KeyCheck {
  value: string;
  /** The check values of former keys that the process still accepts: data with one of them goes over to `value`. */
  former: readonly string[];
}

/** One for each key that a process has. */
export type KeyChecks = Readonly<Partial<Record<DataKey, KeyCheck>>>;

/** The check values that are stored beside the data. */
export type WrittenKeys = Readonly<Partial<Record<DataKey, string>>>;

/**
 * Shows whether two keys are the same. It is one-way, and a use of its own: 128 bits that no other value made with the key
 * reveals or is revealed by.
 */
export function keyCheck(name: DataKey, key: string, former: readonly string[] = []): KeyCheck {
  const valueOf = (one: string) => deriveKey(one, `check value of ${name}`).toString('hex').slice(0, 32);
  return { value: valueOf(key), former: former.map(valueOf) };
}

/** The keys whose stored check value is neither the process's own nor of a former key that it accepts. */
export function foreignKeys(written: WrittenKeys, own: KeyChecks): DataKey[] {
  return dataKeys.filter((name) => {
    const [stored, check] = [written[name], own[name]];
    if (stored === undefined || check === undefined) return false;
    return stored !== check.value && !check.former.includes(stored);
  });
}

/** Whether the check value of every key that the process has is stored. */
export function areWritten(written: WrittenKeys, own: KeyChecks): boolean {
  return dataKeys.every((name) => own[name] === undefined || written[name] === own[name].value);
}

/** The keys that two stores have check values of, and not the same. */
export function differingKeys(one: WrittenKeys, other: WrittenKeys): DataKey[] {
  return dataKeys.filter(
    (name) => one[name] !== undefined && other[name] !== undefined && one[name] !== other[name],
  );
}
