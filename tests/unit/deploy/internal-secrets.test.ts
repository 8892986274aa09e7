import { describe, expect, test } from '@jest/globals';
import { internalSecrets, internalVariables, type KeptSecrets } from '#deploy/internal-secrets.ts';
import { processes, processNames } from '#deploy/processes.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');
const day = 24 * 3600 * 1000;

/** A store's secrets; each new secret gets a consecutive number. */
function keptIn(words: Record<string, string>): KeptSecrets {
  const kept = (name: string) => words[name];
  const secret = (name: string) => (words[name] ??= `secret ${Object.keys(words).length}`);
  return { kept, secret };
}

describe('secrets of a new store', () => {
  test('a new store has a different secret for each pair of services and for each key', () => {
    const variables = internalVariables(internalSecrets, keptIn({}), now);
    expect(Object.keys(variables)).toEqual([
      'GATEWAY_CATALOG_SECRET',
      'GATEWAY_ORDERS_SECRET',
      'GATEWAY_WEBHOOKS_SECRET',
      'ORDERS_CATALOG_SECRET',
      'WEBHOOKS_CATALOG_SECRET',
      'WEBHOOKS_ORDERS_SECRET',
      'WEBHOOK_SECRETS_KEY',
      'OPERATION_ID_KEY',
      'COMMAND_ID_KEY',
    ]);
    expect(new Set(Object.values(variables)).size).toBe(9);
  });

  test('each process of a new store shares secrets with exactly those processes that this test lists for it', () => {
    const words = keptIn({});
    const environments = new Map(
      processNames.map((name) => [name, internalVariables(processes[name].secrets, words, now)]),
    );
    const share = (one: (typeof processNames)[number]) =>
      processNames.filter((other) => {
        const theirs = new Set(Object.values(environments.get(other) ?? {}));
        return other !== one && Object.values(environments.get(one) ?? {}).some((word) => theirs.has(word));
      });
    expect(Object.fromEntries(processNames.map((name) => [name, share(name)]))).toEqual({
      gateway: ['catalog-api', 'orders-api', 'webhooks-api'],
      'catalog-api': ['gateway', 'orders-api', 'orders-worker', 'webhooks-worker'],
      'catalog-worker': [],
      'orders-api': ['gateway', 'catalog-api', 'orders-worker', 'webhooks-worker'],
      'orders-worker': ['catalog-api', 'orders-api'],
      'webhooks-api': ['gateway'],
      'webhooks-worker': ['catalog-api', 'orders-api'],
    });
  });
});

describe('secrets of a store with a former key of operation ids', () => {
  const until = new Date(now + 7 * day).toISOString();
  const store = keptIn({ 'internal-secret': 'the former key', 'operation-id-old-key-until': until });
  const gateway = (at: number) => internalVariables(processes.gateway.secrets, store, at);

  test('the gateway gets the former signing key of operation ids, and the key’s end time, as settings only until this end time', () => {
    const old = { OPERATION_ID_OLD_KEY: 'the former key', OPERATION_ID_OLD_KEY_UNTIL: until };
    for (const later of [0, day, 7 * day - 1]) expect(gateway(now + later)).toMatchObject(old);
    expect(Object.keys(gateway(now + 7 * day))).not.toContain('OPERATION_ID_OLD_KEY');
  });

  test('no process other than the gateway gets the former key with which operation ids were signed', () => {
    for (const name of processNames.filter((process) => process !== 'gateway')) {
      expect(Object.values(internalVariables(processes[name].secrets, store, now))).not.toContain(
        'the former key',
      );
    }
  });
});
