import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
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

/** Pulls missing images. If that fails, logs the reason and returns false. */
export async function ensureImages(names: ServerName[], say: Say): Promise<boolean> {
  for (const name of names) {
    const image = images[name];
    const isThere = await run('docker', ['image', 'inspect', image]).then(Boolean, () => false);
    if (isThere) continue;
    try {
      await withProgress(say, `Pulling ${image}`, run('docker', ['pull', '--quiet', image]));
    } catch (error) {
      const lines = (error as { stderr?: string }).stderr?.trim().split('\n') ?? [];
      say(`Docker has no ${image} and can't pull it (${lines.at(-1) ?? 'no reason given'}).`);
      return false;
    }
  }
  return true;
}

/**
 * Makes sure that the volumes at this path belong to this data folder. Removes the volumes of an earlier folder, which the new
 * passwords could not open. Throws a PlainError if the folder was moved, because the store would begin again with empty volumes.
 */
export async function claimVolumes(dataDir: Pick<DataDir, 'path' | 'kept' | 'keep'>): Promise<void> {
  const before = dataDir.kept('docker-folder');
  if (dataDir.kept('servers') === undefined) await removeVolumes(dataDir);
  else if (before !== undefined && before !== dataDir.path) {
    throw new PlainError(
      `This store's data is in Docker volumes that belong to the folder ${before}: move ${dataDir.path} back to there. ` +
        'To use another folder, make a backup and restore it in the other folder (docs/operate/backup.md).',
    );
  }
  dataDir.keep('docker-folder', dataDir.path);
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
