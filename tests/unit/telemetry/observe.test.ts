import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { meter, sendMetrics } from '#shared/platform/telemetry/metrics-endpoint.ts';
import { observe } from '#shared/platform/telemetry/observe.ts';

let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => void sendMetrics(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

afterEach(() => void jest.restoreAllMocks());

async function scrape(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`);
  return answer.text();
}

describe('metrics that are queried', () => {
  test('several scrapes of the metrics page within a short time query the value of a metric only once', async () => {
    const gauge = meter.createObservableGauge('test.asked');
    let asked = 0;
    const ask = () => Promise.resolve((asked += 1));
    const observed = observe([gauge], ask, (result, figure) => result.observe(gauge, figure));
    const scrapes = [...(await Promise.all([scrape(), scrape()])), await scrape()];
    observed.close();
    expect(scrapes.map((text) => /^test_asked (\d+)$/m.exec(text)?.[1])).toEqual(['1', '1', '1']);
    expect(asked).toBe(1);
  });

  test('a metric’s value is queried again after more than five seconds even if the system clock was set back', async () => {
    const registered = jest.spyOn(meter, 'addBatchObservableCallback');
    const seen: number[] = [];
    const { close } = observe(
      [],
      async () => seen.length,
      (_result, figure) => seen.push(figure),
    );
    const [read] = registered.mock.calls[0] ?? [];
    await read?.({} as never);
    const [date, passed] = [Date.now() - 3_600_000, performance.now() + 6000];
    jest.spyOn(Date, 'now').mockImplementation(() => date);
    jest.spyOn(performance, 'now').mockImplementation(() => passed);
    await read?.({} as never);
    close();
    expect(seen).toEqual([0, 1]);
  });

  test('concurrent scrapes of the metrics page share one reading of all metrics, which begins only after they arrive, at most once a second', async () => {
    const gauge = meter.createObservableGauge('test.collected');
    let collected = 0;
    gauge.addCallback((result) => result.observe((collected += 1)));
    const read = (text: string) => Number(/^test_collected (\d+)$/m.exec(text)?.[1]);
    const startedAt = performance.now();
    const first = await scrape();
    const others = await Promise.all(Array.from({ length: 50 }, scrape));
    const seconds = (performance.now() - startedAt) / 1000;
    const seen = [first, ...others].map(read);
    expect(new Set(seen.slice(1))).not.toContain(seen[0]);
    expect(new Set(seen).size).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  });

  test('if the query of one metric fails or gets no response, only this metric is missing on the metrics page', async () => {
    const queries = {
      refused: () => Promise.reject<number>(new Error('away')),
      silent: () => new Promise<number>(() => undefined),
      there: () => Promise.resolve(7),
    };
    const observed = Object.entries(queries).map(([name, ask]) => {
      const gauge = meter.createObservableGauge(`test.${name}`);
      return observe([gauge], ask, (result, figure) => result.observe(gauge, figure), 100);
    });
    const text = await scrape();
    for (const { close } of observed) close();
    expect(text).toMatch(/^test_there 7$/m);
    expect(text).not.toMatch(/^test_(refused|silent)/m);
  });
});
