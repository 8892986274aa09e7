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
  /** The full hash of the commit. Null for the source tree of this program. */
  commit: string | null;
  folder: string;
}

/** The current tree, including uncommitted changes. */
export const thisTree: ReleaseCheckout = { commit: null, folder: root };

/**
 * Checks out a commit into a temporary folder, which stays for the next run. If the lockfile is the same, the
 * checkout shares this tree's dependencies. Otherwise it gets its own. Rejects for an unknown commit.
 */
export async function checkOutRelease(commit: string): Promise<ReleaseCheckout> {
  const hash = await fullHash(commit);
  const releases = join(tmpdir(), `storefront-releases-${userInfo().uid}`);
  mkdirSync(releases, { recursive: true, mode: 0o700 });
  const folder = join(releases, hash);
  if (!existsSync(folder)) await extract(hash, releases, folder);
  shareDependencies(folder);
  await installDependencies(folder);
  return { commit: hash, folder };
}

async function fullHash(commit: string): Promise<string> {
  const args = ['-C', root, 'rev-parse', '--verify', '--quiet', `${commit}^{commit}`];
  const { stdout } = await run('git', args).catch(() => {
    throw new Error(`There is no commit ${commit} in this clone.`);
  });
  return stdout.trim();
}

/** Renames the folder when it is complete. An aborted run therefore leaves no partial checkout. */
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

/**
 * Links this tree's `node_modules` into the release if both need the same packages. Removes an earlier link
 * first, because an installation of the release's packages through the link would replace this tree's
 * packages.
 */
function shareDependencies(folder: string): void {
  const modules = join(folder, 'node_modules');
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(modules);
  if (existsSync(modules) || !isDeepStrictEqual(packagesOf(folder), packagesOf(root))) return;
  symlinkSync(join(root, 'node_modules'), modules, 'dir');
}

/** Installs the release's packages unless an earlier installation was completed: npm writes its copy of the lockfile last. */
async function installDependencies(folder: string): Promise<void> {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  await run('npm', ['ci', '--include=dev', '--loglevel=error', '--no-progress'], { cwd: folder });
}

/** The locked packages without the project's own version. */
function packagesOf(folder: string): unknown {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, object>;
  };
  return { ...packages, '': { ...packages[''], version: null } };
}
