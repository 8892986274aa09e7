import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessFigures {
  /** CPU seconds so far. */
  cpu: number;
  /** Resident memory in MiB. */
  rss: number;
}

const ticksPerSecond = 100;
const pageMiB = 4096 / 1024 / 1024;

/** CPU time and memory of each process with its descendants. This process is counted without descendants. Linux only. */
export function processFigures(
  pids: Readonly<Record<string, number | undefined>>,
): Record<string, ProcessFigures> {
  const all = runningProcesses();
  const figures: Record<string, ProcessFigures> = {};
  for (const [name, pid] of Object.entries(pids)) {
    if (pid === undefined) continue;
    const tree = treeOf(pid, all);
    figures[name] = {
      cpu: tree.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond,
      rss: tree.reduce((sum, { pages }) => sum + pages, 0) * pageMiB,
    };
  }
  return figures;
}

/** The process and its descendants. If `pid` is this process, leaves out its descendants. */
export function processesOf(pid: number): number[] {
  return treeOf(pid, runningProcesses()).map((one) => one.pid);
}

/**
 * The memory of these processes together, in MiB. Each process counts its proportional share of shared memory, such as Node's
 * code (PSS).
 */
export function memoryTogether(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + memoryOf(pid), 0);
}

/** The proportional share of a process, in MiB. */
export function memoryOf(pid: number): number {
  const [, pss] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(pss) / 1024;
}

/** CPU seconds that each process used between two measurements. */
export function cpuBetween(
  before: Record<string, ProcessFigures>,
  after: Record<string, ProcessFigures>,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(after).map(([name, { cpu }]) => [name, cpu - (before[name]?.cpu ?? 0)]),
  );
}

/** The resources that processes used. */
interface Taken {
  /** CPU seconds, keyed by process. A process that was replaced meanwhile counts as 0. */
  cpu: Record<string, number>;
  /** Peak resident memory in MiB, keyed by process. */
  peak: Record<string, number>;
}

const watchEveryMs = 250;

/** Calls `look` repeatedly until the caller calls the returned function. */
export function watchFigures(look: () => Record<string, ProcessFigures>): () => Taken {
  const peak: Record<string, number> = {};
  const lookOnce = (): Record<string, ProcessFigures> => {
    const figures = look();
    for (const [name, { rss }] of Object.entries(figures)) peak[name] = Math.max(peak[name] ?? 0, rss);
    return figures;
  };
  const before = lookOnce();
  const timer = setInterval(lookOnce, watchEveryMs).unref();
  return () => {
    clearInterval(timer);
    const used = Object.entries(cpuBetween(before, lookOnce()));
    return { cpu: Object.fromEntries(used.map(([name, seconds]) => [name, Math.max(seconds, 0)])), peak };
  };
}

interface RunningProcess {
  pid: number;
  parent: number;
  ticks: number;
  pages: number;
}

function treeOf(pid: number, all: readonly RunningProcess[]): RunningProcess[] {
  return all.filter((one) => one.pid === pid || (pid !== process.pid && isWithin(one, pid, all)));
}

function isWithin(one: RunningProcess, root: number, all: readonly RunningProcess[]): boolean {
  if (one.parent === root) return true;
  const parent = all.find(({ pid }) => pid === one.parent);
  return parent !== undefined && isWithin(parent, root, all);
}

function runningProcesses(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'utf8');
        // Skips the program's name, which can contain any characters. The fields after it start with the third field of
        // proc_pid_stat(5).
        const fields = text
          .slice(text.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        const at = (index: number) => fields[index] ?? 0;
        return [{ pid: Number(name), parent: at(1), ticks: at(11) + at(12), pages: at(21) }];
      } catch {
        // The process has ended meanwhile.
        return [];
      }
    });
}
