import { randomUUID } from 'node:crypto';
import type { Command } from '../../contracts/kit/define.ts';
import type { EventDraft } from '../decide/handler.ts';

/** CloudEvents 1.0, structured JSON mode. */
export interface CloudEvent {
  specversion: '1.0';
  id: string;
  source: string;
  type: string;
  subject: string;
  time: string;
  datacontenttype: 'application/json';
  /** Distributed tracing extension: the trace of the request that caused the event. */
  traceparent?: string;
  data: EventDraft['data'];
}

export function toCloudEvent(
  draft: EventDraft,
  { source, now, traceparent }: { source: string; now: string; traceparent: string | undefined },
): CloudEvent {
  return {
    specversion: '1.0',
    id: randomUUID(),
    source,
    type: draft.type,
    subject: draft.subject,
    time: now,
    datacontenttype: 'application/json',
    ...(traceparent && { traceparent }),
    data: draft.data,
  };
}

/** Converts an event of another service to a command, so that this service's batches can process it. */
export function commandFromEvent(event: CloudEvent): Command {
  return {
    id: event.id,
    type: event.type,
    params: {},
    body: event.data,
    caller: { area: 'admin', subject: event.source, userId: null },
    language: 'en',
    fingerprint: event.id,
    ifMatch: null,
    at: event.time,
    requestId: event.id,
  };
}
