import { execFileSync } from 'node:child_process';

/**
 * Suspends the process that runs `program` among the descendants of `ancestor`. The process keeps its messages and
 * does no work.
 */
export function suspendProcess(ancestor: number, program: string): void {
  const all = runningProcesses();
  const found = all.filter(({ pid, command }) => command.includes(program) && isBelow(pid, ancestor, all));
  if (found.length !== 1) throw new Error(`${found.length} processes run ${program}`);
  for (const { pid } of found) process.kill(pid, 'SIGSTOP');
}

interface Running {
  pid: number;
  parent: number;
  command: string;
}

function runningProcesses(): Running[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

function isBelow(pid: number, ancestor: number, all: readonly Running[]): boolean {
  const parent = all.find((one) => one.pid === pid)?.parent;
  return parent !== undefined && (parent === ancestor || isBelow(parent, ancestor, all));
}
