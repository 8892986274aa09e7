import { existsSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { givenSetting } from '../settings/own-settings.ts';

/** Points at which the chaos suite can kill a process, to check what happens to the work in progress. */
export type KillPoint =
  | 'gateway.before-publish'
  | 'gateway.before-confirm'
  | 'gateway.after-confirm'
  | 'gateway.before-answer'
  | 'worker.before-transaction'
  | 'worker.before-commit'
  | 'worker.before-reply'
  | 'worker.before-ack'
  | 'relay.before-publish'
  | 'relay.before-confirm'
  | 'relay.after-positions'
  | 'relay.before-mark'
  | 'webhooks.before-record'
  | 'backup.before-manifest'
  | 'restore.loading'
  | 'restore.swapping';

const folder = givenSetting('CHAOS') === '1' ? givenSetting('CHAOS_FOLDER') : undefined;

/** Kills this process if CHAOS_FOLDER has a file with the point's name. Removes the file first. Does nothing unless CHAOS=1. */
export function killPoint(point: KillPoint): void {
  if (folder === undefined) return;
  try {
    unlinkSync(join(folder, point));
  } catch {
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}

/** Returns `ms`, or `shortMs` in a store whose tests shorten its waits (CHAOS=1 and CHAOS_SHORT_WAITS=1). */
export function waitOf(ms: number, shortMs: number): number {
  return givenSetting('CHAOS') === '1' && givenSetting('CHAOS_SHORT_WAITS') === '1' ? shortMs : ms;
}

/** Like `killPoint`, but 1 ms later, when data just written to a socket has been sent. */
export function killPointSoon(point: KillPoint): void {
  if (folder !== undefined) setTimeout(() => killPoint(point), 1);
}

/** If CHAOS_FOLDER has a file `fail.<request id>`, throws, so that a single command fails. Does nothing unless CHAOS=1. */
export function failPoint(requestId: string): void {
  if (folder === undefined || !existsSync(join(folder, `fail.${requestId}`))) return;
  throw new Error(`A fault was injected into ${requestId}`);
}
