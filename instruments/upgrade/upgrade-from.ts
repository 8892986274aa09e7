/** `npm run store -- upgrade-check`: see its `--help`. */
import { resolve } from 'node:path';
import { readCommandLine, runCommand, wrongUsage } from '#shared/platform/process/command-line.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';

const usage = `Usage: npm run store -- upgrade-check <commit> [--rolling | --backup] [--folder DIR]

Starts that commit on its own folder, gives it orders in every state, and stops it with waiting writes, a parked command and
half-done bulk work. Then starts this tree on the same data, and checks that nothing was lost, doubled or changed. The oldest
possible commit is that of release 0.6.0.

  --rolling    runs two of every process of the commit and of this tree side by side under load, then stops the earlier ones;
               prints what became of every request
  --backup     restores a backup that the commit made into a store of this tree, which migrates it
  --keep FILE  also saves the stored documents and messages of the commit, as in instruments/releases/shapes
  --folder DIR the folder for data, logs and the commit's files (default .data/upgrade)`;

const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
// Ends all started processes when this process ends.
onStopRequest((reason) => {
  say(`stopped: ${reason}`);
  process.exit(130);
});

const command = {
  name: 'npm run store -- upgrade-check',
  usage,
  takesNames: true,
  options: {
    folder: { type: 'string', default: '.data/upgrade' },
    keep: { type: 'string' },
    rolling: { type: 'boolean', default: false },
    backup: { type: 'boolean', default: false },
  },
} as const;

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return 0;
  const [commit, ...more] = asked.positionals;
  if (commit === undefined || more.length > 0) throw wrongUsage(command.name, 'name one commit');
  return (await checkOne(commit, asked.values)) ? 0 : 1;
});
process.exit();

interface Asked {
  folder: string;
  keep?: string | undefined;
  rolling: boolean;
  backup: boolean;
}

async function checkOne(commit: string, { folder, keep, rolling, backup }: Asked): Promise<boolean> {
  // Imported when needed, so that --help is quick.
  const check = rolling
    ? (await import('./rolling/roll-over.ts')).rollOver
    : backup
      ? (await import('./check-backup.ts')).checkBackup
      : (await import('./check-upgrade.ts')).checkUpgrade;
  // Both releases use the same absolute folder, because RabbitMQ's node name depends on the path of this
  // folder.
  const { data, seconds, differences } = await check({ commit, folder: resolve(folder), say, keep });
  for (const difference of differences) console.log(`  ${difference}`);
  console.log(`| from | ${rolling ? 'requests' : 'data'} | seconds | differences |`);
  console.log(`| ${commit} | ${data} | ${seconds.toFixed(0)} | ${differences.length} |`);
  return differences.length === 0;
}
