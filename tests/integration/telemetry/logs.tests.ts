import { describe, expect, test } from '@jest/globals';
import { processNames } from '#deploy/processes.ts';
import { eventually } from '../../support/eventually.ts';
import { checkoutRequest, store, traceIds } from './observed-store.ts';

describe('logs', () => {
  const lines = () =>
    processNames.flatMap((name) =>
      store
        .log(name)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    );

  test('a request has one log line in each process that handled it, with request id and trace id', async () => {
    const about = await eventually('two lines', () => {
      const found = lines().filter((line) => line['request_id'] === checkoutRequest);
      return found.length >= 2 ? found : null;
    });
    expect(about.map(({ service, msg, trace_id: id }) => [service, msg, id])).toEqual([
      ['gateway', 'request answered', traceIds.checkout],
      ['orders-worker', 'command decided', traceIds.checkout],
    ]);
  });

  test('every log line is JSON with time, level and service', () => {
    const all = lines();
    expect(all).not.toHaveLength(0);
    for (const line of all) {
      expect(line).toMatchObject({
        level: expect.stringMatching(/^(trace|debug|info|warn|error)$/) as unknown,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
        service: expect.stringMatching(/^(gateway|catalog-|orders-|webhooks-)/) as unknown,
      });
    }
  });
});
