import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import { processFigures, type ProcessFigures } from '../load/process-figures.ts';

const everyMs = 250;

/** Resources that the processes of the store used. */
export interface Taken {
  /** CPU seconds, keyed by process. */
  cpu: Record<string, number>;
  /** Peak resident memory in MiB, keyed by process. */
  peak: Record<string, number>;
}

/** Watches these processes until the caller calls the returned function. */
export function watchProcesses(pids: Record<string, number | undefined>): () => Taken {
  const before = processFigures(pids);
  const peak: Record<string, number> = {};
  const look = (): Record<string, ProcessFigures> => {
    const figures = processFigures(pids);
    for (const [name, { rss }] of Object.entries(figures)) peak[name] = Math.max(peak[name] ?? 0, rss);
    return figures;
  };
  const timer = setInterval(look, everyMs);
  return () => {
    clearInterval(timer);
    const after = look();
    const cpu = Object.entries(after).map(([name, figures]) => [
      name,
      Math.max(figures.cpu - (before[name]?.cpu ?? 0), 0),
    ]);
    return { cpu: Object.fromEntries(cpu) as Record<string, number>, peak };
  };
}

interface ComposeFile {
  services: Record<string, { deploy: { resources: { limits: { memory: string } } } }>;
}

/** The memory allocator settings of the container image. */
export function allocatorSettings(): NodeJS.ProcessEnv {
  const dockerfile = readFileSync(join(import.meta.dirname, '../../deploy/Dockerfile'), 'utf8');
  const settings = [...dockerfile.matchAll(/\b(MALLOC_\w+)=(\d+)/g)];
  if (settings.length === 0) throw new Error('The image sets no allocator settings.');
  return Object.fromEntries(settings.map(([, name = '', value]) => [name, value]));
}

/** The memory limit of the container of a process, in MiB. */
export function containerLimit(): number {
  const file = join(import.meta.dirname, '../../docker-compose.yml');
  const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as ComposeFile;
  const memory = services['gateway']?.deploy.resources.limits.memory ?? '';
  const [, mebibytes] = /^(\d+)M$/.exec(memory) ?? [];
  if (mebibytes === undefined)
    throw new Error(`The gateway's memory limit "${memory}" is not a number followed by M.`);
  return Number(mebibytes);
}
