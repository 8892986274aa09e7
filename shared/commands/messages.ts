import type { Command } from '../contracts/define.ts';
import type { CloudEvent } from './events.ts';
import type { Outcome } from './handler.ts';

/** What the worker sends back to the gateway's own reply queue. */
export interface Reply {
  outcome: Outcome;
  replayed: boolean;
  /** When the worker sent it, right after the commit, in ms since 1970. */
  at: number;
}

/** Header that counts how often a command was tried. */
export const attemptHeader = 'x-attempt';

export function encode(message: Command | Reply | CloudEvent): Buffer {
  return Buffer.from(JSON.stringify(message));
}

/** Throws when the bytes are no command: such a message is parked. */
export function decodeCommand(content: Buffer): Command {
  const command = JSON.parse(content.toString()) as Partial<Command>;
  if (
    typeof command.id !== 'string' ||
    typeof command.type !== 'string' ||
    typeof command.caller !== 'object' ||
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- the bytes may say so
    command.caller === null
  ) {
    throw new Error('The message is no command');
  }
  return command as Command;
}

export function decodeEvent(content: Buffer): CloudEvent {
  const event = JSON.parse(content.toString()) as Partial<CloudEvent>;
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- the bytes may say null
  const hasData = typeof event.data === 'object' && event.data !== null;
  if (typeof event.id !== 'string' || typeof event.type !== 'string' || !hasData) {
    throw new Error('The message is no event');
  }
  return event as CloudEvent;
}

export function decodeReply(content: Buffer): Reply {
  return JSON.parse(content.toString()) as Reply;
}
