import type { Attributes } from '@opentelemetry/api';
import {
  batchDuration,
  batchSize,
  commandWait,
  decisions,
  heldMessages,
  oldestMessageAge,
  putAside,
  redeliveries,
} from '../../platform/telemetry/metrics.ts';
import { meter } from '../../platform/telemetry/metrics-endpoint.ts';
import type { Delivered, Result } from '../decide/decide-batch.ts';

const processing: Attributes = { 'messaging.system': 'rabbitmq', 'messaging.operation.name': 'process' };
const fates = { retried: { 'store.command.fate': 'retried' }, parked: { 'store.command.fate': 'parked' } };
const decided = new Map<string, Attributes>();

/** `ok`, the error code of a rejected command, or `threw` for a command that is retried or parked. */
export function outcomeCode(result: Result | undefined): string {
  if (result?.kind !== 'decided') return 'threw';
  return 'problem' in result.outcome ? result.outcome.problem.code : 'ok';
}

/** Records how long each command of a batch waited for a worker. `now`: ms since 1970. */
export function measureTaken(batch: readonly Delivered[], now: number): void {
  for (const { command, keepsInbox } of batch) {
    if (keepsInbox) commandWait.record(Math.max(now - Date.parse(command.at), 0) / 1000);
  }
}

export function measureDecided(
  batch: readonly { delivered: Delivered; message: { fields: { redelivered: boolean } } }[],
  results: readonly Result[],
  ms: number,
): void {
  batchSize.record(batch.length);
  batchDuration.record(ms / 1000, processing);
  const counts = new Map<string, number>();
  let redelivered = 0;
  for (const [index, { delivered, message }] of batch.entries()) {
    const key = `${delivered.command.type} ${outcomeCode(results[index])}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (message.fields.redelivered) redelivered += 1;
  }
  for (const [key, count] of counts) decisions.add(count, attributesOf(key));
  if (redelivered > 0) redeliveries.add(redelivered);
}

export function measureSetAside(fate: 'retried' | 'parked'): void {
  putAside.add(1, fates[fate]);
}

/** Registers the metrics of held messages: their number, and the age of the oldest in seconds. */
export function observeHeld(held: () => readonly { delivered: Delivered | null }[]): void {
  // Start at zero, so that Prometheus treats the first count as an increase.
  redeliveries.add(0);
  for (const fate of Object.values(fates)) putAside.add(0, fate);
  meter.addBatchObservableCallback(
    (result) => {
      const messages = held();
      const moments = messages.flatMap(({ delivered }) =>
        delivered ? [Date.parse(delivered.command.at)] : [],
      );
      const age = moments.length === 0 ? 0 : Date.now() - Math.min(...moments);
      result.observe(heldMessages, messages.length);
      result.observe(oldestMessageAge, Math.max(age, 0) / 1000);
    },
    [heldMessages, oldestMessageAge],
  );
}

function attributesOf(key: string): Attributes {
  let attributes = decided.get(key);
  if (attributes === undefined) {
    const [type, outcome] = key.split(' ') as [string, string];
    attributes = { 'store.command.type': type, 'store.command.outcome': outcome };
    decided.set(key, attributes);
  }
  return attributes;
}
