import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';

import { retention } from '#shared/contracts/retention.ts';
import { cutText } from '#shared/platform/process/log.ts';
import type { Say } from './progress.ts';

/** The last lines of a log, for the message about a process that did not start. */
export function logTail(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return `Its log, ${file}, ends:\n${text.trim().split('\n').slice(-5).join('\n')}`;
}

interface LogLine {
  level?: string;
  time?: string;
  msg?: string;
  trace_id?: string;
  err?: { message?: string };
}

const worthShowing = new Set(['warn', 'error', 'fatal']);
/** A process's messages about its own start and stop. */
const milestones = new Set(['ready', 'stopping', 'stopped']);
const windowMs = 10_000;
const mostPerWindow = 20;

/** Converts a process's JSON log lines to readable text. Shows warnings, errors and milestones, at a limited rate. */
export function createLogReader(name: string, logFile: string, say: Say): (line: string) => void {
  let windowStart = 0;
  let shown = 0;
  return (text) => {
    const line = readable(name, text);
    if (line === undefined) return;
    const now = Date.now();
    if (now - windowStart > windowMs) {
      windowStart = now;
      shown = 0;
    }
    shown += 1;
    if (shown <= mostPerWindow) say(line);
    if (shown === mostPerWindow) say(`${name}: more lines are in ${logFile}`);
  };
}

function readable(name: string, text: string): string | undefined {
  const line = parsed(text);
  if (line === undefined) return text.trim() === '' ? undefined : `${name.padEnd(14)} ${cutText(text)}`;
  const level = line.level ?? 'info';
  if (!worthShowing.has(level) && !milestones.has(line.msg ?? '')) return undefined;
  const parts = [
    line.time?.slice(11, 19),
    name.padEnd(14),
    level.toUpperCase().padEnd(5),
    line.msg,
    line.err?.message && `(${line.err.message})`,
    line.trace_id && `trace ${line.trace_id.slice(0, 8)}`,
  ];
  return parts.filter(Boolean).join(' ');
}

function parsed(text: string): LogLine | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return undefined;
  }
}

interface RotationLimits {
  /** A log is rotated if it is larger than `mostBytes` or was started more than `mostMs` ago. */
  mostBytes: number;
  mostMs: number;
  /** The number of older parts of each log. `gateway.log.1` is the newest part. */
  parts: number;
}

/**
 * Appends to a log. Lines that cannot be written, because the disk is full for example, are lost: a store must
 * not end because of its logs.
 */
export function appendLog(file: string, text: string): void {
  try {
    appendFileSync(file, text, { mode: 0o600 });
  } catch {
    // There is no other place for these lines.
  }
}

/** The log and its parts together have at most 60 MB per process, and no part is older than six weeks. */
const limits: RotationLimits = { mostBytes: 10 * 1024 * 1024, mostMs: retention.logs.keptMs, parts: 5 };
const checkMs = 10_000;

/** Rotates the logs in the folder when they grow too large or too old, until this process ends. */
export function keepLogsBounded(folder: string): void {
  const check = () => {
    try {
      rotateLogs(folder, limits, Date.now());
    } catch {
      // A rotation fails if the disk is full, and succeeds at a later check.
    }
  };
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
