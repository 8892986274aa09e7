import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns a text that identifies the process with this pid among all past and future processes. Undefined: no such process runs. An
 * ended process that was not reaped yet counts as not running.
 */
export function processIdentity(pid: number): string | undefined {
  try {
    return process.platform === 'linux' ? linuxIdentity(pid) : psIdentity(pid);
  } catch {
    return undefined;
  }
}

function linuxIdentity(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the process name in brackets, which may contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTime] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X') return undefined;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${startTime ?? ''}`;
}

function psIdentity(pid: number): string | undefined {
  const [state = 'Z', ...started] = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
  })
    .trim()
    .split(/\s+/);
  return state.startsWith('Z') ? undefined : started.join(' ');
}
