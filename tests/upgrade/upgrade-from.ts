/**
 * `npm run upgrade-check -- <commit>`: whether this tree goes on with what that release was doing when it was stopped. Exit 1
 * when anything was lost, doubled or changed.
 */
import { join } from 'node:path';

import { readCommandLine, runCommand, wrongUsage } from '#shared/process/command-line.ts';
import { freePort } from '#tools/local-stack/free-port.ts';
import { stopRecorded } from '#tools/local-stack/process-records.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';
import { checkOutRelease, thisTree } from '../releases/release-checkout.ts';
import type { ReleaseCheckout } from '../releases/release-checkout.ts';
import { startRelease, withoutRateLimits } from '../releases/running-release.ts';
import type { RunningRelease } from '../releases/running-release.ts';
import { createHttpClient } from './http-client.ts';
import { makeOldData, readRecords } from './old-data.ts';
import { upgradeFaults } from './upgrade-checks.ts';
import type { Upgraded } from './upgrade-checks.ts';
import { leaveWaitingWrites } from './waiting-writes.ts';

const usage = `Usage: npm run upgrade-check -- <commit> [--folder DIR]

Starts that commit on a folder of its own (default .data/upgrade), gives it orders in every state, stops it with writes
waiting and bulk work half done, starts this tree on the same data, and checks that nothing was lost, doubled or changed.`;

const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
// What was started goes when this process does.
onStopRequest((reason) => {
  say(`stopped: ${reason}`);
  process.exit(130);
});

const command = {
  name: 'npm run upgrade-check',
  usage,
  takesNames: true,
  options: { folder: { type: 'string', default: '.data/upgrade' } },
} as const;

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return 0;
  const [commit] = asked.positionals;
  if (commit === undefined) throw wrongUsage(command.name, 'from which commit?');
  const faults = await checkUpgrade(commit, asked.values.folder);
  console.log(faults.length === 0 ? 'Nothing lost, doubled or changed.' : `${faults.length} faults:`);
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length === 0 ? 0 : 1;
});
process.exit();

async function checkUpgrade(from: string, folder: string): Promise<string[]> {
  const earlier = await checkOutRelease(from);
  // What an earlier run left when it was killed.
  await stopRecorded(join(folder, 'run'));
  const left = await withRelease('old', earlier, folder, async (release) => {
    say('making data');
    const data = await makeOldData(release);
    const before = await readRecords(createHttpClient(release.url, data.adminToken));
    say('leaving writes waiting');
    return { data, before, waiting: await leaveWaitingWrites(release, data) };
  });
  const { newOrders, bulk } = left.waiting;
  say(`${newOrders.length} orders wait, and a bulk update after ${bulk.doneBefore} of ${bulk.ids.length}`);
  return withRelease('new', thisTree, folder, async (release) => {
    say('checking');
    const upgraded: Upgraded = { ...left, url: release.url };
    return [...(await upgradeFaults(upgraded)), ...(await auditFaults(release))];
  });
}

async function withRelease<Result>(
  name: 'old' | 'new',
  checkout: ReleaseCheckout,
  folder: string,
  work: (release: RunningRelease) => Promise<Result>,
): Promise<Result> {
  say(`starting the ${name} release`);
  const release = await startRelease({
    ...{ checkout, name, folder, port: await freePort() },
    env: withoutRateLimits,
    reset: name === 'old',
  });
  try {
    return await work(release);
  } finally {
    say(`stopping the ${name} release`);
    await release.stop();
  }
}

async function auditFaults(release: RunningRelease): Promise<string[]> {
  try {
    say(`audit: ${await release.run('audit', '--data-dir', release.dataDir)}`);
    return [];
  } catch (error) {
    const { stdout, message } = error as Error & { stdout?: string };
    return [`the audit finds: ${stdout ?? message}`];
  }
}
