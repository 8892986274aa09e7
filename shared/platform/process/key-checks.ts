import { deriveKey } from './sealed-text.ts';

/** Keys on which stored data depends. (Secrets between processes need no check: a caller with a wrong one is rejected.) */
export const dataKeys = ['COMMAND_ID_KEY', 'OPERATION_ID_KEY', 'WEBHOOK_SECRETS_KEY'] as const;
export type DataKey = (typeof dataKeys)[number];

/** Identifies a key without revealing the key. */
export interface KeyCheck {
  value: string;
  /** Check values of former keys that the process still accepts. If one of them is stored, `value` replaces it. */
  former: readonly string[];
}

export type KeyChecks = Readonly<Partial<Record<DataKey, KeyCheck>>>;

export type WrittenKeys = Readonly<Partial<Record<DataKey, string>>>;

/** A value that shows whether two keys are equal. It has 128 bits, does not reveal the key, and has no other use. */
export function keyCheck(name: DataKey, key: string, former: readonly string[] = []): KeyCheck {
  const valueOf = (one: string) => deriveKey(one, `check value of ${name}`).toString('hex').slice(0, 32);
  return { value: valueOf(key), former: former.map(valueOf) };
}

/**
 * The keys with which the stored data was written, but which this process does not have, not even as a former key. Leaves out
 * keys that have no check value on one side.
 */
export function foreignKeys(written: WrittenKeys, own: KeyChecks): DataKey[] {
  return dataKeys.filter((name) => {
    const [stored, check] = [written[name], own[name]];
    if (stored === undefined || check === undefined) return false;
    return stored !== check.value && !check.former.includes(stored);
  });
}

export function areWritten(written: WrittenKeys, own: KeyChecks): boolean {
  return dataKeys.every((name) => own[name] === undefined || written[name] === own[name].value);
}

/** The keys whose stored check values differ. Leaves out a key that has only one stored value. */
export function differingKeys(one: WrittenKeys, other: WrittenKeys): DataKey[] {
  return dataKeys.filter(
    (name) => one[name] !== undefined && other[name] !== undefined && one[name] !== other[name],
  );
}
