import { afterEach, describe, expect, test } from '@jest/globals';
import { byService, serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { wrongSecret } from '#shared/platform/http/internal-auth.ts';
import { areWritten, foreignKeys, keyCheck, type KeyChecks } from '#shared/platform/process/key-checks.ts';
import type { PlainError } from '#shared/platform/settings/plain-error.ts';
import type { WrittenIdentity } from '#shared/platform/process/store-identity.ts';
import { watchIdentity, type IdentityWatch } from '#services/gateway/commands/watch-identity.ts';

const keysOf = (key: string): KeyChecks => ({
  COMMAND_ID_KEY: keyCheck('COMMAND_ID_KEY', key),
  OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', key),
});
const own = keysOf('own key');
const other = keysOf('another key');
const valuesOf = (keys: KeyChecks) =>
  Object.fromEntries(Object.entries(keys).map(([name, { value }]) => [name, value]));

/** The services' databases in memory, which respond after some turns of the event loop. */
function fakeServices(stored: Partial<WrittenIdentity> = { keys: {} }) {
  const written = byService((): WrittenIdentity => ({ currency: 'USD', time_zone: 'UTC', ...stored }));
  const away = new Map<ServiceName, Error>();
  const posted: ServiceName[] = [];
  const ask = async (service: ServiceName, method: string, path: string, body?: unknown) => {
    for (let turns = Math.random() * 5; turns > 0; turns -= 1) await new Promise(setImmediate);
    const fault = away.get(service);
    if (fault) throw fault;
    if (method === 'GET') return { ...written[service] };
    expect(path).toBe('/identity/keys');
    posted.push(service);
    const [keys, found] = [body as KeyChecks, written[service].keys ?? {}];
    if (!areWritten(found, keys) && foreignKeys(found, keys).length === 0)
      written[service].keys = { ...found, ...valuesOf(keys) };
    return { ...written[service] };
  };
  return { written, away, posted, ask };
}

const watches: IdentityWatch[] = [];
afterEach(() => {
  for (const watch of watches.splice(0)) watch.close();
});

function watch(services: Pick<ReturnType<typeof fakeServices>, 'ask'>, keys = own, againMs?: number) {
  const refused = Promise.withResolvers<PlainError>();
  const identity = { currency: 'USD', timeZone: 'UTC', keys };
  const started = watchIdentity(services, identity, {
    refuse: refused.resolve,
    ...(againMs !== undefined && { againMs }),
  });
  watches.push(started);
  return { ...started, refused: refused.promise };
}

const refusalOf = (write: Promise<void>) =>
  write.then(
    () => null,
    (error: unknown) => (error as Problem).details,
  );

describe('a gateway', () => {
  test('if the data of a single service was created with secret keys other than the gateway’s, the gateway does not store the hashes of its keys in any database', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const services = fakeServices();
      services.written.webhooks.keys = valuesOf(other);
      const { refused } = watch(services);
      expect((await refused).message).toContain('webhooks');
      expect(services.posted).toEqual([]);
    }
  });

  test('a gateway rejects writes to an unavailable service until it has compared its secret keys with the service’s data', async () => {
    const services = fakeServices({ keys: valuesOf(own) });
    services.away.set('orders', new Error('away'));
    const { refuseUncompared, isCompared } = watch(services);
    expect(await refusalOf(refuseUncompared('orders'))).toMatchObject({
      code: 'unavailable',
      extra: { part: 'orders' },
      detail: expect.stringContaining('Nothing was accepted'),
    });
    await refuseUncompared('catalog');
    services.away.clear();
    await refuseUncompared('orders');
    expect(isCompared('orders')).toBe(true);
  });

  test('a gateway that has compared its secret keys with a service’s data accepts writes even while the service is unavailable', async () => {
    const services = fakeServices();
    const { refuseUncompared, compared } = watch(services);
    await compared;
    services.away.set('orders', new Error('away'));
    await refuseUncompared('orders');
  });

  test('a starting gateway exits if the stored data was created with other secret keys than the gateway’s', async () => {
    const services = fakeServices({ keys: valuesOf(other) });
    const { refused, refuseUncompared } = watch(services);
    expect((await refused).message).toMatch(/^COMMAND_ID_KEY and OPERATION_ID_KEY are not the keys/);
    expect(await refusalOf(refuseUncompared('orders'))).toMatchObject({ code: 'unavailable' });
    expect(services.posted).toEqual([]);
  });

  test('if restored data was created with other secret keys than the gateway’s, the running gateway exits', async () => {
    const services = fakeServices();
    const { refused, compared } = watch(services, own, 1);
    await compared;
    services.written.orders = { ...services.written.orders, keys: valuesOf(other) };
    expect((await refused).message).toContain('the orders service was made with');
  });

  test('if a service has another internal secret than the gateway, the gateway exits with an error that names the setting of the secret', async () => {
    const services = fakeServices();
    const fault = new Problem('unavailable');
    fault.cause = wrongSecret('orders', { name: 'GATEWAY_ORDERS_SECRET' });
    services.away.set('orders', fault);
    const { refused } = watch(services);
    expect((await refused).message).toMatch(
      /^GATEWAY_ORDERS_SECRET differs from the secret of the orders service\. [^\n]+\.$/,
    );
  });
});

test('if two gateways with different secret keys start on a new store, one gateway exits, and only the key hashes of the other gateway are stored', async () => {
  for (let round = 0; round < 50; round += 1) {
    const services = fakeServices();
    const [one, two] = [watch(services, own), watch(services, other)];
    const outcomes = [one, two].map(({ compared, refused }) =>
      Promise.race([compared.then(() => 'goes on'), refused.then(() => 'is refused')]),
    );
    const [first, second] = await Promise.all(outcomes);
    expect([first, second].sort()).toEqual(['goes on', 'is refused']);
    const winner = valuesOf(first === 'goes on' ? own : other);
    for (const service of serviceNames) expect(services.written[service].keys).toEqual(winner);
  }
});
