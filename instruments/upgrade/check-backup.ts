import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { openDataDir } from '#tools/local-stack/data-dir.ts';
import { stopRecorded } from '#tools/local-stack/process-records.ts';
import { ensureServers } from '#tools/local-stack/servers.ts';
import { checkOutRelease, thisTree } from '../releases/release-checkout.ts';
import { withRelease, type RunningRelease } from '../releases/running-release.ts';
import { auditFaults, type UpgradeOptions, type UpgradeReport } from './check-upgrade.ts';
import { createHttpClient } from './http-client.ts';
import { makeOldData, readCart, readRecords, type OldData } from './old-data.ts';
import { timelineFaults } from './timeline-faults.ts';
import { cartFaults, recordFaults } from './upgrade-checks.ts';

const execute = promisify(execFile);

/** Takes a backup with an earlier release, restores it into an empty store of this tree, migrates it and runs it. */
export async function checkBackup(
  options: Pick<UpgradeOptions, 'commit' | 'folder' | 'say'>,
): Promise<UpgradeReport> {
  const folder = join(resolve(options.folder), 'backup');
  const { say } = options;
  const earlier = await checkOutRelease(options.commit);
  const own = { old: join(folder, 'old'), new: join(folder, 'new') };
  // Stops processes of an earlier run that was killed.
  for (const one of Object.values(own)) await stopRecorded(join(one, 'run'));
  const backups = join(folder, 'backups');
  rmSync(backups, { recursive: true, force: true });
  mkdirSync(backups, { recursive: true, mode: 0o700 });

  const old = { checkout: earlier, name: 'old', folder: own.old, reset: true };
  const left = await withRelease(old, say, async (release) => {
    say('making data');
    const data = await makeOldData(release);
    const before = await readRecords(createHttpClient(release.url, data.adminToken));
    const cart = await readCart(release.url, data);
    say(await release.run('backup', backups, '--data-dir', release.dataDir));
    return { data, before, cart };
  });

  const startedAt = performance.now();
  say(await restore(join(own.new, 'data'), backups, { keysOf: join(own.old, 'data'), say }));
  const again = { checkout: thisTree, name: 'new', folder: own.new, reset: false };
  return withRelease(again, say, async (release) => {
    const seconds = (performance.now() - startedAt) / 1000;
    say('checking');
    const data = await withOwnTokens(left.data, release);
    const admin = createHttpClient(release.url, data.adminToken);
    const after = await readRecords(admin);
    const counts = Object.entries(left.before).map(([list, records]) => `${records.size} ${list}`);
    return {
      data: `${counts.join(', ')}, a cart`,
      seconds,
      differences: [
        ...recordFaults({ ...left, data }, after),
        ...(await cartFaults({ url: release.url, data, cart: left.cart })),
        ...(await timelineFaults(admin, data)),
        ...(await auditFaults(() => release.run('audit', '--data-dir', release.dataDir), say)),
      ],
    };
  });
}

const dataKeys = ['command-id-key', 'operation-id-key', 'webhook-secrets-key'];

/**
 * Restores the backup into an empty store in this folder. The folder first gets the keys of the earlier
 * store. Only the store's servers run during the restore.
 */
async function restore(
  folder: string,
  backups: string,
  { keysOf, say }: { keysOf: string; say: (line: string) => void },
): Promise<string> {
  const dataDir = await openDataDir(folder);
  dataDir.clear();
  const earlier = await openDataDir(keysOf);
  for (const name of dataKeys) dataDir.keep(name, earlier.secret(name));
  earlier.release();
  const servers = await ensureServers({ dataDir, say });
  try {
    const args = ['tools/operate/restore.ts', backups, '--data-dir', folder];
    const { stdout } = await execute(process.execPath, args, { cwd: thisTree.folder });
    return stdout.trim();
  } finally {
    await servers.stop();
    dataDir.release();
  }
}

/** The restored store has its own keys, so the tokens are issued again. */
async function withOwnTokens(data: OldData, release: RunningRelease): Promise<OldData> {
  const adminToken = await release.run('token', '--scope', 'admin');
  const shoppers: OldData['shoppers'] = [];
  for (const shopper of data.shoppers) {
    const token = await release.run('token', '--scope', 'client', '--user', String(shopper.userId));
    shoppers.push({ ...shopper, token });
  }
  return { ...data, adminToken, shoppers };
}
