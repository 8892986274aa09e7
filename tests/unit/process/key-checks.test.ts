import { describe, expect, test } from '@jest/globals';
import { idKeyChecks } from '#shared/process/internal-secrets.ts';
import { areWritten, foreignKeys, keyCheck } from '#shared/process/key-checks.ts';
import { PlainError } from '#shared/process/plain-error.ts';
import { refuseOther } from '#shared/process/store-identity.ts';

const key = 'a key of these tests';
const own = { COMMAND_ID_KEY: keyCheck('COMMAND_ID_KEY', key) };
const stored = (one: string) => ({ COMMAND_ID_KEY: keyCheck('COMMAND_ID_KEY', one).value });

describe('a check value', () => {
  test('a check value is 128 bits that show the key neither whole nor in part', () => {
    const { value } = keyCheck('COMMAND_ID_KEY', key);
    expect(value).toMatch(/^[0-9a-f]{32}$/);
    expect(Buffer.from(value, 'hex').toString()).not.toContain(key.slice(0, 4));
  });

  test('a check value is the same for the same key and differs for another key or another setting', () => {
    const { value } = keyCheck('COMMAND_ID_KEY', key);
    expect(keyCheck('COMMAND_ID_KEY', key).value).toBe(value);
    expect(keyCheck('COMMAND_ID_KEY', `${key}.`).value).not.toBe(value);
    expect(keyCheck('OPERATION_ID_KEY', key).value).not.toBe(value);
  });

  test('a check value stays the same from release to release, since data is compared with it', () => {
    expect(keyCheck('COMMAND_ID_KEY', key).value).toBe('209e1969dc9fc87e5e9fb9a749e05cd8');
  });
});

describe('the comparison of a process’s keys with those of stored data', () => {
  test('a key counts as foreign only when another check value is stored for it', () => {
    expect(foreignKeys({}, own)).toEqual([]);
    expect(foreignKeys(stored(key), own)).toEqual([]);
    expect(foreignKeys(stored('another key'), own)).toEqual(['COMMAND_ID_KEY']);
    expect(foreignKeys(stored('another key'), {})).toEqual([]);
  });

  test('data of a former key that the process still accepts is not foreign, and adopts the new key', () => {
    const rotated = { OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', 'new', ['old']) };
    const of = (one: string) => ({ OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', one).value });
    expect(['old', 'new', 'third'].map((one) => foreignKeys(of(one), rotated).length)).toEqual([0, 0, 1]);
    expect(['old', 'new'].map((one) => areWritten(of(one), rotated))).toEqual([false, true]);
  });
});

describe('the gateway’s check values', () => {
  const read = {
    INTERNAL_SECRET: null,
    COMMAND_ID_KEY: key,
    OPERATION_ID_KEY: 'signs ids of operations',
    OPERATION_ID_OLD_KEY: null,
    OPERATION_ID_OLD_KEY_UNTIL: null,
  };

  test('the gateway’s check values are the same before, during and after an upgrade from release 0.2.0', () => {
    const { COMMAND_ID_KEY, OPERATION_ID_KEY } = idKeyChecks(read);
    const beside = idKeyChecks({ ...read, COMMAND_ID_KEY: null, INTERNAL_SECRET: key });
    expect(beside).toEqual({ COMMAND_ID_KEY, OPERATION_ID_KEY });
    const after = idKeyChecks({ ...read, OPERATION_ID_OLD_KEY: key });
    expect(after.OPERATION_ID_KEY.value).toBe(OPERATION_ID_KEY.value);
  });

  test('OPERATION_ID_OLD_KEY counts as the former key of the data', () => {
    const { OPERATION_ID_KEY } = idKeyChecks({ ...read, OPERATION_ID_OLD_KEY: 'the former key' });
    expect(OPERATION_ID_KEY.former).toEqual([keyCheck('OPERATION_ID_KEY', 'the former key').value]);
  });
});

describe('the refusal of data that was made with other keys', () => {
  const identity = { currency: 'USD', timeZone: 'UTC' };
  const written = { currency: 'USD', time_zone: 'UTC' };
  const keys = { ...own, OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', key) };

  test('the refusal of other keys is one sentence that names the keys and the remedy and shows no value', () => {
    const others = { ...stored('another'), OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', 'another').value };
    const refuse = () => refuseOther({ ...written, keys: others }, { ...identity, keys }, 'store_orders');
    expect(refuse).toThrow(PlainError);
    expect(refuse).toThrow(
      /^COMMAND_ID_KEY and OPERATION_ID_KEY are not the keys that the data of store_orders was made with: set the former ones again [^\n.]+\.md [^\n.]+ --accept-keys"[^\n.]+\.$/,
    );
    for (const value of [key, ...Object.values(others)]) expect(refuse).not.toThrow(value);
  });

  test('another currency is rejected before another key', () => {
    const refuse = () =>
      refuseOther({ ...written, keys: stored('another') }, { ...identity, currency: 'KWD', keys }, 'x');
    expect(refuse).toThrow(/STORE_CURRENCY/);
    expect(refuse).not.toThrow('COMMAND_ID_KEY');
  });
});
