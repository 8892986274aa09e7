import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

import { retention } from '#shared/contracts/retention.ts';

interface RotationLimits {
  /** A log is rotated if it is larger than `mostBytes` or was started more than `mostMs` ago. */
  mostBytes: number;
  mostMs: number;
  /** The number of older parts of each log. `gateway.log.1` is the newest part. */
  parts: number;
}

/** The log and its parts together have at most 60 MB per process, and no part is older than six weeks. */
const limits: RotationLimits = { mostBytes: 10 * 1024 * 1024, mostMs: retention.logs.keptMs, parts: 5 };
const checkMs = 10_000;

/** Rotates the logs in a folder while this process runs. */
export function keepLogsBounded(folder: string): void {
  const check = () => rotateLogs(folder, limits, Date.now());
  check();
  setInterval(check, checkMs).unref();
}

/** Rotates every log that is too large or too old. The log's content becomes the newest part. */
export function rotateLogs(folder: string, { mostBytes, mostMs, parts }: RotationLimits, now: number): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.log')) continue;
    const log = join(folder, name);
    const { size, birthtimeMs } = statSync(log);
    const begunAt = existsSync(part(log, 1)) ? statSync(part(log, 1)).mtimeMs : birthtimeMs;
    if (size > mostBytes || (size > 0 && now - begunAt > mostMs)) rotate(log, parts);
  }
}

/**
 * Copies and empties the log instead of renaming it, because servers keep it open and append to it. Lines written between the two
 * steps are lost.
 */
function rotate(log: string, parts: number): void {
  rmSync(part(log, parts), { force: true });
  for (let number = parts - 1; number >= 1; number -= 1)
    if (existsSync(part(log, number))) renameSync(part(log, number), part(log, number + 1));
  copyFileSync(log, part(log, 1));
  truncateSync(log);
}

function part(log: string, number: number): string {
  return `${log}.${number}`;
}
