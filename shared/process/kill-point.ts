import { existsSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { givenSetting } from './settings/own-settings.ts';

/** Places where a process can be made to die, so that the chaos suite can ask what becomes of the work in hand. */
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

/**
 * Kills this process with SIGKILL when a file of the point's name lies in CHAOS_FOLDER; the file goes with it, so that
 * each is worth one death. Does nothing unless CHAOS=1.
 */
export function killPoint(point: KillPoint): void {
  if (folder === undefined) return;
  try {
    unlinkSync(join(folder, point));
  } catch {
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}

/** The first wait, in milliseconds; the second one where tests shorten the waits of a store. Nothing is shortened unless CHAOS=1. */
export function waitOf(ms: number, shortMs: number): number {
  return givenSetting('CHAOS') === '1' && givenSetting('CHAOS_SHORT_WAITS') === '1' ? shortMs : ms;
}

/** As `killPoint`, a moment later: when what was just written to a socket is on its way. */
export function killPointSoon(point: KillPoint): void {
  if (folder !== undefined) setTimeout(() => killPoint(point), 1);
}

/** Throws while a file `fail.<request id>` lies in CHAOS_FOLDER: a command that fails alone. Nothing unless CHAOS=1. */
export function failPoint(requestId: string): void {
  if (folder === undefined || !existsSync(join(folder, `fail.${requestId}`))) return;
  throw new Error(`A fault was injected into ${requestId}`);
}
