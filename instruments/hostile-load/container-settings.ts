import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

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
