import { cutText } from '#shared/process/log.ts';
import type { Say } from './progress.ts';

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
    if (shown === mostPerWindow) say(`${name}: more of it in ${logFile}`);
  };
}

function readable(name: string, text: string): string | undefined {
  const line = parsed(text);
  if (line === undefined) return text.trim() === '' ? undefined : `${name.padEnd(14)} ${cutText(text)}`;
  const level = line.level ?? 'info';
  if (!worthShowing.has(level) && !milestones.has(line.msg ?? '')) return undefined;
  const parts = [
    line.time?.slice(11, 19) ?? '',
    name.padEnd(14),
    level.toUpperCase().padEnd(5),
    line.msg ?? '',
    line.err?.message === undefined ? '' : `(${line.err.message})`,
    line.trace_id === undefined ? '' : `trace ${line.trace_id.slice(0, 8)}`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function parsed(text: string): LogLine | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return undefined;
  }
}
