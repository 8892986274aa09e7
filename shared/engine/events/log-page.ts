import type { PlacedEvent } from './read-log.ts';

/** The first line of a response with log events. Each further line is one event. */
export interface LogAnswer {
  epoch: string;
  /** The last assigned position. */
  last: number;
  /**
   * The position up to which events were searched. Null if the requested events are no longer stored, or if the requested
   * position belongs to another epoch.
   */
  through: number | null;
  /** Whether events wait for positions because no relay seems to run. */
  isBehind: boolean;
}

/** `json` is exactly the text that the service published. */
export interface FollowedEvent {
  position: number;
  at: string;
  owner: number | null;
  type: string;
  subject: string;
  json: string;
}

const apart = '\t';

export function writeLogPage(answer: LogAnswer, events: readonly PlacedEvent[]): string {
  const lines = events.map(({ position, at, event: { owner = '', type, subject, json } }) =>
    [position, at, owner, type, subject, json].join(apart),
  );
  return [JSON.stringify(answer), ...lines, ''].join('\n');
}

export function readLogPage(text: string): { answer: LogAnswer; events: FollowedEvent[] } {
  const [head = '', ...lines] = text.split('\n');
  return { answer: JSON.parse(head) as LogAnswer, events: lines.filter((line) => line !== '').map(readLine) };
}

function readLine(line: string): FollowedEvent {
  const [position = '', at = '', owner = '', type = '', subject = ''] = line.split(apart, 5);
  const json = line.slice([position, at, owner, type, subject].join(apart).length + 1);
  return { position: Number(position), at, owner: owner === '' ? null : Number(owner), type, subject, json };
}
