import type { Command, ServiceName } from '../../../contracts/kit/define.ts';
import { ownerOf, type InboxRecord } from '../../decide/outcome.ts';
import { inboxRecord } from '../../decide/decide-batch.ts';
import { detail } from '../../../contracts/errors.ts';
import { attemptHeader, decodeCommand, decodeEvent, givenUpHeader, ownHeaders } from '../messages.ts';

export interface ParkedMessage {
  id: string;
  service: ServiceName;
  kind: 'command' | 'event' | 'unreadable';
  type: string;
  /** The owner of the command: `client:7`. */
  owner: string;
  at: string;
  reason: string;
  attempts: number;
  /** The id in `parked_audit` of the operator's last redrive; null if there was none. */
  redrive: string | null;
  /** The queue from which the message came and to which it returns. Null if the headers do not have it. */
  from: string | null;
  requestId: string;
  bytes: number;
  command: Command | null;
}

const redriveHeader = 'x-redrive';

interface RawMessage {
  content: Buffer;
  properties: { messageId?: unknown; headers?: Readonly<Record<string, unknown>> | undefined };
}

/** Reads a parked message with any content. Content that is neither a command nor an event gets the kind `unreadable`. */
export function readParked(service: ServiceName, { content, properties }: RawMessage): ParkedMessage {
  const headers = properties.headers ?? {};
  const base = {
    id: typeof properties.messageId === 'string' ? properties.messageId : '',
    service,
    reason: reasonOf(headers),
    attempts: Number(headers[attemptHeader] ?? 0) + 1,
    redrive: typeof headers[redriveHeader] === 'string' ? headers[redriveHeader] : null,
    from: origin(headers),
    bytes: content.length,
  };
  const command = attempt(() => decodeCommand(content));
  if (command) {
    const { id, type, at, requestId } = command;
    return { ...base, id, kind: 'command', type, owner: ownerOf(command), at, requestId, command };
  }
  const event = attempt(() => decodeEvent(content));
  if (event) {
    const { id, type, source: owner, time: at } = event;
    return { ...base, id, kind: 'event', type, owner, at, requestId: id, command: null };
  }
  return { ...base, kind: 'unreadable', type: '', owner: '', at: '', requestId: '', command: null };
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

interface Death {
  queue?: unknown;
  reason?: unknown;
  count?: unknown;
}

/**
 * Reads from `x-death` why the broker dead-lettered a message, latest reason first. Leaves out moves at the end of a retry delay,
 * which the broker lists there too.
 */
function deaths(headers: Readonly<Record<string, unknown>>): Death[] {
  const list = headers['x-death'];
  return Array.isArray(list) ? (list as Death[]).filter(({ reason }) => reason !== 'expired') : [];
}

function origin(headers: Readonly<Record<string, unknown>>): string | null {
  const from = headers['x-parked-from'] ?? deaths(headers)[0]?.queue;
  return typeof from === 'string' ? from : null;
}

function reasonOf(headers: Readonly<Record<string, unknown>>): string {
  const given = headers['x-parked-reason'];
  if (typeof given === 'string') return given;
  const [death] = deaths(headers);
  return typeof death?.reason === 'string' ? `dead-lettered by the broker: ${death.reason}` : 'unknown';
}

/** The headers of a redriven message. The message keeps its headers, but its attempts are counted from 0 again. */
export function redriveHeaders(
  headers: Readonly<Record<string, unknown>> = {},
  { by, id }: { by: string; id: string },
): Record<string, unknown> {
  const dropped = new Set([attemptHeader, givenUpHeader, 'x-parked-reason', 'x-parked-from']);
  const kept = Object.entries(ownHeaders(headers)).filter(([name]) => !dropped.has(name));
  return { ...Object.fromEntries(kept), 'x-redriven-by': by, [redriveHeader]: id };
}

/**
 * Shows the operation of a discarded command as `failed`. The command's owner sees neither who discarded it nor the error that
 * parked it.
 */
export function discardedRecord(command: Command, now: string): InboxRecord {
  const problem = { code: 'conflict' as const, ...detail('operation_discarded') };
  return inboxRecord(command, { problem, request_id: command.requestId }, now);
}

/** Formats a message for the terminal list. `ended` is set if the command has a final outcome although it is parked. */
export function parkedLine(message: ParkedMessage, ended: string | null): string {
  const { service, id, kind, type, owner, at, attempts, reason } = message;
  return [
    `${service}  ${id || '(no id)'}`,
    `    ${kind === 'unreadable' ? 'unreadable bytes' : `${kind} ${type} of ${owner}, accepted ${at}`}`,
    `    ${attempts} attempts: ${reason}`,
    ...(ended === null ? [] : [`    ${ended}: it has its outcome, and this is only a copy; discard it`]),
  ].join('\n');
}
