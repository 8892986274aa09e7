import type { BatchObservableResult, Observable } from '@opentelemetry/api';
import { partUp, reconnects } from './metrics.ts';
import { meter } from './metrics-endpoint.ts';

const freshMs = 5000;
const usualPatienceMs = 2000;

/**
 * Reports figures that have to be fetched, such as from a server: when metrics are read, at most every five
 * seconds for all readers. Figures that fail or take too long are left out of that scrape.
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
    if (known !== undefined && Date.now() - askedAt < freshMs) return known;
    asking ??= ask().finally(() => (asking = undefined));
    known = await asking;
    askedAt = Date.now();
    return known;
  };
  const callback = async (result: BatchObservableResult): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), patienceMs);
    });
    const figures = await Promise.race([current().catch(() => undefined), tooLate]);
    clearTimeout(timer);
    if (figures !== undefined) report(result, figures);
  };
  meter.addBatchObservableCallback(callback, instruments);
  return { close: () => meter.removeBatchObservableCallback(callback, instruments) };
}

/** Reports which parts a process can reach, as in `/health/ready`. */
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
