import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { statfsSync, truncateSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { DataDir } from '#tools/local-stack/data-dir.ts';

const run = promisify(execFile);

/** A file system for one server. A fault can fill it without an effect on other servers. */
export interface SmallDisk {
  /** Fills the disk to its last block. */
  fill: () => Promise<void>;
  empty: () => void;
  unmount: () => void;
}

const size = 3 * 1024 ** 3;
const filler = 'filler';

/**
 * Mounts a small disk on a subfolder of the data folder, or returns the reason why this machine cannot mount
 * one.
 */
export function mountSmallDisk(dataDir: DataDir, name: string): SmallDisk | { missing: string } {
  const folder = dataDir.folder(name);
  const image = join(dataDir.path, `${name}.img`);
  try {
    writeFileSync(image, '');
    truncateSync(image, size);
    execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', image], { stdio: 'pipe' });
    execFileSync('mount', ['-o', 'loop', image, folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(image, { force: true });
    return { missing: `a separate file system cannot be mounted (${firstLine(error)})` };
  }
  const unmount = () => void spawnSync('umount', ['-l', folder]);
  // Unmounts the disk on exit, because the mount would outlive an aborted run.
  process.once('exit', unmount);
  const file = (part: string) => join(folder, `${filler}-${part}`);
  return {
    fill: async () => {
      const { bavail, bsize } = statfsSync(folder);
      await run('fallocate', ['-l', String(Math.max(bavail * bsize - 1024 ** 2, bsize)), file('most')]);
      // Writes until the last block is used. The writes also use space that is freed meanwhile.
      await run('dd', ['if=/dev/zero', `of=${file('rest')}`, 'bs=4096']).catch(() => undefined);
    },
    empty: () => {
      for (const part of ['most', 'rest']) rmSync(file(part), { force: true });
    },
    unmount: () => {
      process.off('exit', unmount);
      unmount();
    },
  };
}

function firstLine(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: Buffer };
  return (stderr?.toString() ?? message).trim().split('\n')[0] ?? message;
}
