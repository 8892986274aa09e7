import { expect, test } from '@jest/globals';
import { createReadServiceLog } from '#services/gateway/events/service-log.ts';
import type { Log } from '#shared/platform/process/log.ts';

test('the gateway logs once per service and outage that the service’s events cannot be read', async () => {
  const logged: unknown[] = [];
  let isAvailable = false;
  const read = createReadServiceLog(
    {
      log: async () => {
        if (!isAvailable) throw new Error('unavailable');
        return JSON.stringify({ epoch: 'e', last: 1, through: 1, isBehind: false });
      },
    },
    { warn: (line: { service: string }) => void logged.push(line.service) } as unknown as Log,
  );
  const asked = { after: 'now', limit: 1 } as const;
  const closed = AbortSignal.abort();
  await expect(read('orders', asked, closed)).rejects.toThrow('unavailable');
  expect(logged).toEqual([]);
  await expect(read('orders', asked)).rejects.toThrow('unavailable');
  await expect(read('orders', asked)).rejects.toThrow('unavailable');
  await expect(read('catalog', asked)).rejects.toThrow('unavailable');
  expect(logged).toEqual(['orders', 'catalog']);
  isAvailable = true;
  await read('orders', asked);
  isAvailable = false;
  await expect(read('orders', asked)).rejects.toThrow('unavailable');
  expect(logged).toEqual(['orders', 'catalog', 'orders']);
});
