import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchObservableResult, Observable } from '@opentelemetry/api';
import {
  partUp,
  reconnects,
  cpuTime,
  eventLoopDelay,
  eventLoopUtilization,
  heapUsed,
  memoryUsage,
  uptime,
} from './metrics.ts';
import { meter } from './metrics-endpoint.ts';

/** The interval of the samples of the event loop's delay. Each sample wakes an idle process. */
const resolutionMs = 250;
const [nanos, micros] = [1e9, 1e6];

const freshMs = 5000;
const usualPatienceMs = 2000;

/**
 * Reports figures that must be fetched, such as from a server. A scrape fetches them, at most every five seconds for all
 * scrapers together, and leaves out figures that fail or take longer than `patienceMs`.
 */
export function observe<Figures>(
  instruments: Observable[],
  ask: () => Promise<Figures>,
  report: (result: BatchObservableResult, figures: Figures) => void,
  patienceMs = usualPatienceMs,
): { close: () => void } {
  let known: Figures | undefined;
  let askedAt = -Infinity;
  let asking: Promise<Figures> | undefined;

  const current = async (): Promise<Figures> => {
    if (known !== undefined && performance.now() - askedAt < freshMs) return known;
    asking ??= ask().finally(() => (asking = undefined));
    known = await asking;
    askedAt = performance.now();
    return known;
  };
  const callback = async (result: BatchObservableResult): Promise<void> => {
    const tooLate = sleep(patienceMs, undefined, { ref: false });
    const figures = await Promise.race([current().catch(() => undefined), tooLate]);
    if (figures !== undefined) report(result, figures);
  };
  meter.addBatchObservableCallback(callback, instruments);
  return { close: () => meter.removeBatchObservableCallback(callback, instruments) };
}

export function observeParts(parts: () => Promise<Record<string, boolean>>): void {
  observe([partUp], parts, (result, known) => {
    for (const [part, isUp] of Object.entries(known)) {
      result.observe(partUp, isUp ? 1 : 0, { 'store.part': part });
    }
  });
}

/** Returns a function to call for each connection to `server`; every call but the first counts as a reconnect. */
export function countReconnects(server: 'mongodb' | 'rabbitmq' | 'redis'): () => void {
  const attributes = { 'store.server': server };
  reconnects.add(0, attributes);
  let isFirst = true;
  return () => {
    if (!isFirst) reconnects.add(1, attributes);
    isFirst = false;
  };
}

export function observeProcess(): void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let since = performance.eventLoopUtilization();
  const { mean, p99, max } = eventLoopDelay;
  meter.addBatchObservableCallback(
    (result) => {
      // The monitor's own timer fires only at this interval. The delay is the time beyond the interval.
      const late = (value: number) => Math.max(value / nanos - resolutionMs / 1000, 0);
      if (delay.count > 0) {
        result.observe(mean, late(delay.mean));
        result.observe(p99, late(delay.percentile(99)));
        result.observe(max, late(delay.max));
      }
      delay.reset();
      const now = performance.eventLoopUtilization();
      result.observe(eventLoopUtilization, performance.eventLoopUtilization(now, since).utilization);
      since = now;
      const { rss, heapUsed: heap } = process.memoryUsage();
      result.observe(memoryUsage, rss);
      result.observe(heapUsed, heap);
      const { user, system } = process.cpuUsage();
      result.observe(cpuTime, user / micros, { 'cpu.mode': 'user' });
      result.observe(cpuTime, system / micros, { 'cpu.mode': 'system' });
      result.observe(uptime, process.uptime());
    },
    [mean, p99, max, eventLoopUtilization, memoryUsage, heapUsed, cpuTime, uptime],
  );
}
