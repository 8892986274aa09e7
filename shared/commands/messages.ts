import type { Command } from '../contracts/schema-kit/define.ts';
import type { CloudEvent } from './events.ts';
import type { Outcome } from '../decide/outcome.ts';

/** One outcome for a waiting gateway; each message to its reply queue holds an array of these. */
export interface Reply {
  /** The correlation id of the command's message. */
  correlationId: string;
  outcome: Outcome;
  replayed: boolean;
  /** When the worker sent it, right after the commit, in ms since 1970. */
  at: number;
}

/** Header that counts the attempts of a command. */
export const attemptHeader = 'x-attempt';

/** Header that counts the attempts for a dead-lettered command, each in a batch of its own. */
export const givenUpHeader = 'x-given-up';

/** Header that counts how often a message of a later release was met. */
export const laterReleaseHeader = 'x-later-release';

/** Characters of replies per message; a longer reply has a message of its own. */
const repliesTogether = 256 * 1024;

export function encode(message: Command | CloudEvent): Buffer {
  return Buffer.from(JSON.stringify(message));
}

/** Packs all replies to one gateway into few messages, because each message costs more than its content. */
export function encodeReplies(replies: readonly Reply[]): Buffer[] {
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

/** Throws if the bytes are not a command; such a message is parked. */
export function decodeCommand(content: Buffer): Command {
  const command = JSON.parse(content.toString()) as Partial<Command>;
  if (
    typeof command.id !== 'string' ||
    typeof command.type !== 'string' ||
    typeof command.caller !== 'object' ||
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- the bytes may say so
    command.caller === null ||
    !isMoment(command.at)
  ) {
    throw new Error('The message is no command');
  }
  return command as Command;
}

/** Workers use this time to report which commands they have received, so it must be valid. */
function isMoment(at: unknown): boolean {
  return typeof at === 'string' && !Number.isNaN(Date.parse(at));
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

export function decodeReplies(content: Buffer): Reply[] {
  return JSON.parse(content.toString()) as Reply[];
}
