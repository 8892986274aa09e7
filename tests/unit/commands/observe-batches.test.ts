import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SpanKind } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { Delivered, Result } from '#shared/engine/decide/decide-batch.ts';
import { endBatchSpans, startBatchSpans } from '#shared/engine/commands/observe-batches.ts';
import type { Command } from '#shared/contracts/kit/define.ts';

interface Ended {
  name: string;
  kind: SpanKind;
  attributes: Record<string, unknown>;
  links: { context: { spanId: string } }[];
  parentSpanContext?: { spanId: string };
  status: { code: number; message?: string };
  spanContext: () => { spanId: string };
}

const ended: Ended[] = [];
const sdk = new NodeSDK({
  autoDetectResources: false,
  metricReaders: [],
  logRecordProcessors: [],
  spanProcessors: [
    {
      onStart: () => undefined,
      onEnd: (span: unknown) => void ended.push(span as Ended),
      forceFlush: () => Promise.resolve(),
      shutdown: () => Promise.resolve(),
    },
  ],
});

beforeAll(() => sdk.start());
afterAll(() => sdk.shutdown());

const publishing = (flags: string) => `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-${flags}`;

function taken(id: string, traceparent?: string) {
  const command: Command = {
    id,
    type: 'orders.checkout',
    params: {},
    body: { notes: 'secret' },
    requestId: `${id}-request`,
    caller: { area: 'client', subject: '7', userId: 7 },
    language: 'en',
    fingerprint: '',
    ifMatch: null,
    at: '2026-11-21T00:00:00.000Z',
    ...(traceparent !== undefined && { traceparent }),
  };
  const delivered: Delivered = { command, keepsInbox: true };
  return { delivered, queue: 'orders.commands.1', message: { properties: { headers: { traceparent } } } };
}

const done: Result = {
  kind: 'decided',
  outcome: { status: 204, location: null, version: null, body: null },
  replayed: false,
};

describe('spans of a batch', () => {
  test('a batch of commands opens a tracing span for each command with a sampled trace, and links the later spans to the first span', () => {
    ended.length = 0;
    const batch = [
      taken('a', publishing('00')),
      taken('b', publishing('01')),
      taken('c'),
      taken('d', publishing('01')),
    ];
    const spans = startBatchSpans(batch);
    expect(spans.all.map((span) => span !== null)).toEqual([false, true, false, true]);
    expect(spans.lead).toBe(spans.all[1]);
    const refused: Result = {
      kind: 'decided',
      outcome: { problem: { code: 'out_of_stock' } },
      replayed: false,
    };
    endBatchSpans(spans, [done, refused, done, { kind: 'threw', error: new TypeError('secret') }]);
    const [b, d] = ended;
    expect(ended.map(({ name, kind }) => [name, kind])).toEqual([
      ['orders.checkout process', SpanKind.CONSUMER],
      ['orders.checkout process', SpanKind.CONSUMER],
    ]);
    expect(b?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
    expect(b?.links).toEqual([]);
    expect(d?.links.map(({ context }) => context.spanId)).toEqual([b?.spanContext().spanId]);
    expect(b?.attributes).toMatchObject({ 'messaging.message.id': 'b', 'store.outcome': 'out_of_stock' });
    expect(d?.attributes).toMatchObject({ 'store.outcome': 'threw', 'error.type': 'TypeError' });
    expect(JSON.stringify([b?.attributes, b?.status, d?.attributes, d?.status])).not.toContain('secret');
  });

  test('a batch sets a command’s traceparent to the batch’s tracing span only if the command’s trace is sampled', () => {
    const kept = taken('a', publishing('01'));
    const dropped = taken('b', publishing('00'));
    const spans = startBatchSpans([kept, dropped]);
    const spanId = spans.lead?.spanContext().spanId ?? 'none';
    expect(kept.delivered.command.traceparent).toBe(publishing('01').replace('00f067aa0ba902b7', spanId));
    expect(dropped.delivered.command.traceparent).toBe(publishing('00'));
    endBatchSpans(spans, [done, done]);
  });

  test('a batch of commands that cannot be completed ends its tracing spans with an error status', () => {
    ended.length = 0;
    endBatchSpans(startBatchSpans([taken('a', publishing('01'))]), null, new RangeError('secret'));
    expect(ended.map(({ status, attributes }) => [status.code, attributes['error.type']])).toEqual([
      [2, 'RangeError'],
    ]);
  });
});
