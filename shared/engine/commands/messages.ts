import { randomUUID } from 'node:crypto';
import type { Command } from '../../contracts/kit/define.ts';
import type { Delivered } from '../decide/decide-batch.ts';
import type { BulkOperation } from '../decide/bulk-operation.ts';
import type { Outcome } from '../decide/outcome.ts';
import type { EventDraft } from '../decide/handler.ts';

/** One outcome for a waiting gateway. Each message to the gateway's reply queue contains an array of replies. */
export interface Reply {
  correlationId: string;
  outcome: Outcome;
  replayed: boolean;
  /** When the worker sent the reply, right after the commit, in ms since 1970. */
  at: number;
}

/**
 * A second reply to a request that started or joined bulk work: the work has ended. Gateways of 0.6.0 ignore this reply, because
 * it has no `correlationId`.
 */
export interface EndReply {
  /** The correlation id of the request. */
  ends: string;
  operation: BulkOperation;
}

/** Message header: how many attempts have failed because of the command itself. */
export const attemptHeader = 'x-attempt';

/** Message header: how often a dead-lettered message was retried, each time in a batch of its own. */
export const givenUpHeader = 'x-given-up';

/** Message header: how often a worker delayed a message that only a later release can process. */
export const laterReleaseHeader = 'x-later-release';

const brokersOwn = /^x-(death|(first|last)-death-.*|delivery-count|acquired-count)$/;

/**
 * Returns the headers for a copy of a message: all except the broker's own. With the broker's headers, the broker could detect a
 * dead-letter cycle and drop the copy.
 */
export function ownHeaders(headers: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !brokersOwn.test(name)));
}

/** The maximum size of a message with several replies, in characters. A longer reply gets a message of its own. */
const repliesTogether = 256 * 1024;

export function encode(message: Command | CloudEvent): Buffer {
  return Buffer.from(JSON.stringify(message));
}

/** Encodes replies to one gateway. Several replies share a message, because each message costs more than its content. */
export function encodeReplies(replies: readonly (Reply | EndReply)[]): Buffer[] {
  const messages: string[][] = [];
  let length = Infinity;
  for (const reply of replies) {
    const text = JSON.stringify(reply);
    if (length + text.length > repliesTogether) {
      messages.push([]);
      length = 0;
    }
    messages.at(-1)?.push(text);
    length += text.length;
  }
  return messages.map((texts) => Buffer.from(`[${texts.join(',')}]`));
}

export function decodeCommand(content: Buffer): Command {
  const command = JSON.parse(content.toString()) as Partial<Command>;
  if (
    typeof command.id !== 'string' ||
    typeof command.type !== 'string' ||
    typeof command.caller !== 'object' ||
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- the message may contain null
    command.caller === null ||
    // From `at` (when the gateway accepted the command), a worker computes up to which time it has received all commands. One
    // invalid time would make the result invalid.
    typeof command.at !== 'string' ||
    Number.isNaN(Date.parse(command.at))
  ) {
    throw new Error('The message is no command');
  }
  return command as Command;
}

export function decodeEvent(content: Buffer): CloudEvent {
  const event = JSON.parse(content.toString()) as Partial<CloudEvent>;
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- the message may contain null
  const hasData = typeof event.data === 'object' && event.data !== null;
  if (typeof event.id !== 'string' || typeof event.type !== 'string' || !hasData) {
    throw new Error('The message is no event');
  }
  return event as CloudEvent;
}

/** Decodes a message. Null if the bytes are not a command or, with `isEvent`, not an event. */
export function decodeDelivered(content: Buffer, isEvent: boolean): Delivered | null {
  try {
    const command = isEvent ? commandFromEvent(decodeEvent(content)) : decodeCommand(content);
    return { command, keepsInbox: !isEvent };
  } catch {
    return null;
  }
}

export function decodeReplies(content: Buffer): (Reply | EndReply)[] {
  return JSON.parse(content.toString()) as (Reply | EndReply)[];
}

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
