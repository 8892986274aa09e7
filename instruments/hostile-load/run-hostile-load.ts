/** `npm run store -- hostile-load`: see its `--help`. */
import { writeFileSync } from 'node:fs';

import { runCommand } from '#shared/platform/process/command-line.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { say } from '../load/bench-command.ts';
import { allAttacks } from './all-attacks.ts';
import type { Attack } from './attack.ts';
import { hostileOptions, type HostileOptions } from './hostile-options.ts';
import { hostileTable, progressLine } from './hostile-report.ts';
import type { Row } from './hostile-run.ts';

await runCommand(async () => {
  const options = hostileOptions(process.argv.slice(2));
  if (options === null) return 0;
  const attacks = allAttacks.filter((attack) => isAsked(options, attack));
  if (attacks.length === 0) {
    const named = options.only.join('" or "');
    const remedy = 'see npm run store -- hostile-load --list';
    throw new PlainError(`No attack has "${named}" in its family or name. ${remedy}`);
  }
  if (options.kind === 'run') return run(options, attacks);
  console.log(attacks.map(({ family, name }) => `${family}: ${name}`).join('\n'));
  return 0;
});

async function run(options: HostileOptions, attacks: Attack[]): Promise<number> {
  // Imported when needed, so that --help is quick.
  const { startServers, stopEverything } = await import('#tests/support/run-set-up.ts');
  const { startHostileRun } = await import('./hostile-run.ts');
  await startServers();
  try {
    const { seconds, profile } = options;
    const hostileRun = await startHostileRun({ seconds, profile, say });
    const rows: Row[] = [];
    for (const family of Map.groupBy(attacks, (attack) => attack.family).values()) {
      rows.push(
        ...(await hostileRun.family(withConnections(options, family), (row) => say(progressLine(row)))),
      );
    }
    await hostileRun.stop();
    return report(options, rows);
  } finally {
    await stopEverything();
  }
}

function isAsked({ only }: HostileOptions, { family, name }: Attack): boolean {
  return only.length === 0 || only.some((text) => `${family}: ${name}`.includes(text));
}

function withConnections({ connections }: HostileOptions, family: Attack[]): Attack[] {
  return connections === null ? family : family.map((attack) => ({ ...attack, connections }));
}

function report({ markdown }: HostileOptions, rows: readonly Row[]): number {
  const table = hostileTable(rows);
  console.log(table);
  if (markdown !== undefined) writeFileSync(markdown, `${table}\n`);
  const broken = rows.filter((row) => row.broken.length > 0);
  if (broken.length === 0) {
    console.log(`\n${rows.length} rows: every promise was kept.`);
    return 0;
  }
  console.log(
    [`\n${broken.length} of ${rows.length} rows broke a promise:`, ...broken.map(progressLine)].join('\n'),
  );
  return 1;
}
