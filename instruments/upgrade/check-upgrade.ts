import { join } from 'node:path';

import { stopRecorded } from '#tools/local-stack/process-records.ts';
import { checkOutRelease, thisTree } from '../releases/release-checkout.ts';
import { withRelease, type RunningRelease } from '../releases/running-release.ts';
import { createHttpClient } from './http-client.ts';
import { keepShapes } from './keep-shapes.ts';
import { makeOldData, readCart, readRecords } from './old-data.ts';
import { parkCommand, parkedFaults } from './parked-command.ts';
import { upgradeFaults } from './upgrade-checks.ts';
import { leaveWaitingWrites } from './waiting-writes.ts';

export interface UpgradeReport {
  /** A summary of the data at the time when the earlier release was stopped. */
  data: string;
  /** The time until this tree's processes were ready. */
  seconds: number;
  /** Data that was lost, doubled or changed. */
  differences: string[];
}

export interface UpgradeOptions {
  commit: string;
  folder: string;
  /** The file in which to save the documents and messages. */
  keep: string | undefined;
  say: (line: string) => void;
}

/** Creates data and starts writes in an earlier release, stops it before the writes end, starts this tree and checks the data. */
export async function checkUpgrade(options: UpgradeOptions): Promise<UpgradeReport> {
  const { commit, folder, keep, say } = options;
  const earlier = await checkOutRelease(commit);
  // Stops processes of an earlier run that was killed.
  await stopRecorded(join(folder, 'run'));
  const old = { checkout: earlier, name: 'old', folder, reset: true };
  const left = await withRelease(old, say, (release) => leaveData(release, say));
  if (keep !== undefined) await keepShapes(join(folder, 'data'), keep, left.before);
  const startedAt = performance.now();
  const later = { checkout: thisTree, name: 'new', folder, reset: false };
  return withRelease(later, say, async (release) => {
    const seconds = (performance.now() - startedAt) / 1000;
    say('checking');
    const differences = [
      ...(await upgradeFaults({ ...left, url: release.url })),
      ...(await parkedFaults(release, left.parked)),
      ...(await auditFaults(() => release.run('audit', '--data-dir', release.dataDir), say)),
    ];
    return { data: left.described, seconds, differences };
  });
}

async function leaveData(release: RunningRelease, say: (line: string) => void) {
  const { id: parked, isParked } = await parkCommand(release);
  say('making data');
  const data = await makeOldData(release);
  const before = await readRecords(createHttpClient(release.url, data.adminToken));
  const cart = await readCart(release.url, data);
  await isParked();
  say('leaving writes waiting');
  const waiting = await leaveWaitingWrites(release, data);
  const { newOrders, bulk, prices } = waiting;
  const counts = Object.entries(before).map(([list, records]) => `${records.size} ${list}`);
  const described = [
    ...counts,
    `a cart, 1 parked, ${newOrders.length + 1 + prices.length} writes waiting`,
    `bulk work ${bulk.doneBefore}/${bulk.ids.length}`,
  ].join(', ');
  say(described);
  return { data, before, cart, parked, waiting, described };
}

/** `audit` runs the audit's command, and rejects if the audit finds something. */
export async function auditFaults(
  audit: () => Promise<string>,
  say: (line: string) => void,
): Promise<string[]> {
  try {
    say(`audit: ${await audit()}`);
    return [];
  } catch (error) {
    const { stdout, message } = error as Error & { stdout?: string };
    return [`the audit finds: ${stdout ?? message}`];
  }
}
