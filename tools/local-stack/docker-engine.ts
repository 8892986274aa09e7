import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { givenSetting } from '#shared/platform/settings/own-settings.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { pins, referenceOf } from '#deploy/pins.ts';
import type { ServerName } from '#deploy/processes.ts';
import type { DataDir } from './data-dir.ts';
import { withProgress, type Say } from './progress.ts';

const run = promisify(execFile);

/** The pinned images. Environment variables can replace them, for example by images of a mirror. */
export const images: Record<ServerName, string> = {
  mongodb: givenSetting('MONGODB_IMAGE') ?? referenceOf(pins.images.mongodb),
  redis: givenSetting('REDIS_IMAGE') ?? referenceOf(pins.images.redis),
  rabbitmq: givenSetting('RABBITMQ_IMAGE') ?? referenceOf(pins.images.rabbitmq),
};

export async function dockerAnswers(): Promise<boolean> {
  return run('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

/**
 * Whether containers can use the network of this machine: not if the engine runs in a virtual machine, on another machine, or
 * without root rights.
 */
export async function canUseOwnNetwork(): Promise<boolean> {
  const { stdout } = await run('docker', ['info', '--format', '{{.Name}} {{.SecurityOptions}}']);
  return stdout.startsWith(`${hostname()} `) && !/name=(rootless|userns)/.test(stdout);
}

/** Pulls missing images. If that fails, logs the reason and returns false. */
export async function ensureImages(names: ServerName[], say: Say): Promise<boolean> {
  for (const name of names) {
    const image = images[name];
    const isThere = await run('docker', ['image', 'inspect', image]).then(Boolean, () => false);
    if (isThere) continue;
    try {
      await withProgress(say, `Pulling ${image}`, run('docker', ['pull', '--quiet', image]));
    } catch (error) {
      say(`Docker has no ${image} and can't pull it (${reasonOf(error)}).`);
      return false;
    }
  }
  return true;
}

function reasonOf(error: unknown): string {
  const { stderr = '', message } = error as Error & { stderr?: string };
  return (stderr.trim() === '' ? message : stderr.trim().split('\n').at(-1)) ?? '';
}

/**
 * Makes sure that the volumes at this path belong to this data folder. Removes the volumes of an earlier folder, which the new
 * passwords could not open. Throws a PlainError if the folder was moved, because the store would begin again with empty volumes. On
 * another machine, to which an operator copied settings.json, the volumes of the former path do not exist.
 */
export async function claimVolumes(dataDir: Pick<DataDir, 'path' | 'kept' | 'keep'>): Promise<void> {
  const before = dataDir.kept('docker-folder');
  if (dataDir.kept('servers') === undefined) await removeVolumes(dataDir);
  else if (before !== undefined && before !== dataDir.path && (await hasVolumes({ path: before }))) {
    throw new PlainError(
      `This store's data is in Docker volumes that belong to the folder ${before}: move ${dataDir.path} back to there. ` +
        'To use another folder, make a backup and restore it in the other folder (docs/operate/backup.md).',
    );
  }
  dataDir.keep('docker-folder', dataDir.path);
}

async function hasVolumes(dataDir: Pick<DataDir, 'path'>): Promise<boolean> {
  const filter = `name=${containerName(dataDir, '')}`;
  const { stdout } = await run('docker', ['volume', 'ls', '--quiet', '--filter', filter]);
  return stdout.trim() !== '';
}

/**
 * Deletes the data that a store has in Docker volumes, if any. A folder that is a copy of another store's folder has no volumes:
 * the recorded ones belong to the other store. Throws a PlainError with the reason if Docker cannot delete the volumes.
 */
export async function removeVolumesOfStore({ path, kept }: Pick<DataDir, 'path' | 'kept'>): Promise<void> {
  if (kept('servers') !== 'docker') return;
  const owner = kept('docker-folder') ?? path;
  if (owner !== path && existsSync(join(owner, 'settings.json'))) return;
  await removeVolumes({ path: owner }).catch((error: unknown) => {
    throw new PlainError(
      `Docker cannot delete this store's volumes (${reasonOf(error)}), so no data is deleted. Start the Docker engine and try again. ` +
        `To begin a new store without deleting the volumes, remove ${path}, and start without --reset.`,
    );
  });
}

export async function removeVolumes(dataDir: Pick<DataDir, 'path'>): Promise<void> {
  const volumes = Object.keys(images).map((name) => containerName(dataDir, name));
  await run('docker', ['volume', 'rm', '--force', ...volumes]);
}

/** The container's name. It contains a hash of the data folder's path, so that clones do not share containers and volumes. */
export function containerName(dataDir: Pick<DataDir, 'path'>, name: string): string {
  const place = createHash('sha256').update(dataDir.path).digest('hex').slice(0, 12);
  return `storefront-${place}-${name}`;
}
