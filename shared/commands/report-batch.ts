import type { Result } from '../decide/decide-batch.ts';
import type { Log } from '../process/log.ts';
import { traceparentOf } from '../telemetry/spans.ts';
import type { ReadDelivery } from './delivery.ts';
import { measureDecided, outcomeCode } from './measure-batches.ts';

/** Measures a batch and logs a line for each of its commands. */
export function reportBatch(
  log: Log,
  batch: readonly ReadDelivery[],
  results: readonly Result[],
  ms: number,
): void {
  measureDecided(batch, results, ms);
  for (const [index, delivery] of batch.entries()) {
    const fields = logFields(delivery, results[index]);
    log.info({ ...fields, batch: batch.length, ms: Math.round(ms) }, 'command decided');
  }
}

function logFields({ delivered: { command }, message }: ReadDelivery, result: Result | undefined) {
  const traceparent = traceparentOf(message.properties.headers);
  return {
    command_id: command.id,
    type: command.type,
    outcome: outcomeCode(result),
    replayed: result?.kind === 'decided' && result.replayed,
    redelivered: message.fields.redelivered,
    request_id: command.requestId,
    trace_id: traceparent?.split('-')[1],
  };
}
