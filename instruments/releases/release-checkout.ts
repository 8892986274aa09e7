import { execFile } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

export interface ReleaseCheckout {
  /** The full hash; null for the tree that this program is part of. */
  commit: string | null;
  folder: string;
}

/** The tree that this program is part of, with whatever isn't committed yet. */
export const thisTree: ReleaseCheckout = { commit: null, folder: root };

/**
 * The files of a commit in a temporary folder, kept there for the next run. Its dependencies are those of this tree when
 * its lockfile is the same; else its first start installs them. Rejects when there is no such commit.
 */
export async function checkOutRelease(commit: string): Promise<ReleaseCheckout> {
  const hash = await fullHash(commit);
  const releases = join(tmpdir(), `storefront-releases-${userInfo().uid}`);
  mkdirSync(releases, { recursive: true, mode: 0o700 });
  const folder = join(releases, hash);
  if (!existsSync(folder)) await extract(hash, releases, folder);
  shareDependencies(folder);
  return { commit: hash, folder };
}

async function fullHash(commit: string): Promise<string> {
  const args = ['-C', root, 'rev-parse', '--verify', '--quiet', `${commit}^{commit}`];
  const { stdout } = await run('git', args).catch(() => {
    throw new Error(`There is no commit ${commit} in this clone.`);
  });
  return stdout.trim();
}

/** Under its own name only once it is whole: a run that was cut off leaves no half of a checkout. */
async function extract(hash: string, releases: string, folder: string): Promise<void> {
  const draft = mkdtempSync(join(releases, 'draft-'));
  const archive = `${draft}.tar`;
  try {
    await run('git', ['-C', root, 'archive', '--format=tar', '--output', archive, hash]);
    await run('tar', ['-xf', archive, '-C', draft]);
    renameSync(draft, folder);
  } finally {
    rmSync(archive, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Anew each time: an install of the release's own through a link that no longer fits would replace this tree's packages. */
function shareDependencies(folder: string): void {
  const modules = join(folder, 'node_modules');
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(modules);
  if (existsSync(modules) || !isDeepStrictEqual(packagesOf(folder), packagesOf(root))) return;
  symlinkSync(join(root, 'node_modules'), modules, 'dir');
}

/** But for the release's own version. */
function packagesOf(folder: string): unknown {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, object>;
  };
  return { ...packages, '': { ...packages[''], version: null } };
}
