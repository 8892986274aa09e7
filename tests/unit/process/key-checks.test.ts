import { describe, expect, test } from '@jest/globals';
import { idKeyChecks } from '#shared/platform/process/internal-secrets.ts';
import { areWritten, foreignKeys, keyCheck } from '#shared/platform/process/key-checks.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { refuseOther } from '#shared/platform/process/store-identity.ts';

const key = 'a key of these tests';
const own = { COMMAND_ID_KEY: keyCheck('COMMAND_ID_KEY', key) };
const stored = (one: string) => ({ COMMAND_ID_KEY: keyCheck('COMMAND_ID_KEY', one).value });

describe('a check value', () => {
  test('the check value of a secret key, a hash stored with the data, has 128 bits and contains no part of the key', () => {
    const { value } = keyCheck('COMMAND_ID_KEY', key);
    expect(value).toMatch(/^[0-9a-f]{32}$/);
    expect(Buffer.from(value, 'hex').toString()).not.toContain(key.slice(0, 4));
  });

  test('the check values (stored hashes) of two secret keys are equal only if the keys and the names of their settings are equal', () => {
    const { value } = keyCheck('COMMAND_ID_KEY', key);
    expect(keyCheck('COMMAND_ID_KEY', key).value).toBe(value);
    expect(keyCheck('COMMAND_ID_KEY', `${key}.`).value).not.toBe(value);
    expect(keyCheck('OPERATION_ID_KEY', key).value).not.toBe(value);
  });

  test('the check value (stored hash) of a secret key is the same as in earlier releases, so that it matches stored data', () => {
    expect(keyCheck('COMMAND_ID_KEY', key).value).toBe('209e1969dc9fc87e5e9fb9a749e05cd8');
  });
});

describe('the comparison of a process’s keys with the keys of stored data', () => {
  test('a process treats its secret key as foreign to the data only if the data contains another key’s hash for the same setting', () => {
    expect(foreignKeys({}, own)).toEqual([]);
    expect(foreignKeys(stored(key), own)).toEqual([]);
    expect(foreignKeys(stored('another key'), own)).toEqual(['COMMAND_ID_KEY']);
    expect(foreignKeys(stored('another key'), {})).toEqual([]);
  });

  test('during a key rotation, data that contains the former key’s hash is accepted, but still counts as without the new key’s hash', () => {
    const rotated = { OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', 'new', ['old']) };
    const of = (one: string) => ({ OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', one).value });
    expect(['old', 'new', 'third'].map((one) => foreignKeys(of(one), rotated).length)).toEqual([0, 0, 1]);
    expect(['old', 'new'].map((one) => areWritten(of(one), rotated))).toEqual([false, true]);
  });
});

describe('the gateway’s check values', () => {
  const read = {
    COMMAND_ID_KEY: key,
    OPERATION_ID_KEY: 'signs ids of operations',
    OPERATION_ID_OLD_KEY: null,
    OPERATION_ID_OLD_KEY_UNTIL: null,
  };

  test('when the gateway’s keys are compared with the data, OPERATION_ID_OLD_KEY counts as the former OPERATION_ID_KEY', () => {
    const { OPERATION_ID_KEY } = idKeyChecks({ ...read, OPERATION_ID_OLD_KEY: 'the former key' });
    expect(OPERATION_ID_KEY.former).toEqual([keyCheck('OPERATION_ID_KEY', 'the former key').value]);
  });
});

describe('the error for data that was created with other keys', () => {
  const identity = { currency: 'USD', timeZone: 'UTC' };
  const written = { currency: 'USD', time_zone: 'UTC' };
  const keys = { ...own, OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', key) };

  test('if secret keys do not match the data, the error is one sentence that names the settings and the remedy but no key', () => {
    const others = { ...stored('another'), OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', 'another').value };
    const refuse = () => refuseOther({ ...written, keys: others }, { ...identity, keys }, 'store_orders');
    expect(refuse).toThrow(PlainError);
    expect(refuse).toThrow(
      /^COMMAND_ID_KEY and OPERATION_ID_KEY are not the keys that the data of store_orders was made with: set the former ones again [^\n.]+\.md [^\n.]+ --accept-keys"[^\n.]+\.$/,
    );
    for (const value of [key, ...Object.values(others)]) expect(refuse).not.toThrow(value);
  });

  test('if both the currency and a secret key differ from those of the data, the error reports only the currency', () => {
    const refuse = () =>
      refuseOther({ ...written, keys: stored('another') }, { ...identity, currency: 'KWD', keys }, 'x');
    expect(refuse).toThrow(/STORE_CURRENCY/);
    expect(refuse).not.toThrow('COMMAND_ID_KEY');
  });
});
