/** `npm run hostile-load`: see `npm run hostile-load -- --help`. */
import { writeFileSync } from 'node:fs';

import { startServers, stopEverything } from '../support/run-set-up.ts';
import { allAttacks } from './all-attacks.ts';
import type { Attack } from './attack.ts';
import { hostileOptions, hostileUsage } from './hostile-options.ts';
import type { HostileOptions } from './hostile-options.ts';
import { hostileTable, progressLine } from './hostile-report.ts';
import { startHostileRun } from './hostile-run.ts';
import type { Row } from './hostile-run.ts';

const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
const options = readOptions();
const attacks = allAttacks.filter(isAsked);

if (options.kind === 'help') console.log(hostileUsage);
else if (options.kind === 'list')
  console.log(attacks.map(({ family, name }) => `${family}: ${name}`).join('\n'));
else process.exitCode = await run();

async function run(): Promise<number> {
  if (attacks.length === 0) {
    console.error(
      `No attack has "${options.only.join('" or "')}" in its family or name: see npm run hostile-load -- --list`,
    );
    return 2;
  }
  await startServers();
  try {
    const { seconds, profile } = options;
    const hostileRun = await startHostileRun({ seconds, profile, say });
    const rows: Row[] = [];
    for (const family of Map.groupBy(attacks, (attack) => attack.family).values()) {
      rows.push(...(await hostileRun.family(withConnections(family), (row) => say(progressLine(row)))));
    }
    await hostileRun.stop();
    return report(rows);
  } finally {
    await stopEverything();
  }
}

function isAsked({ family, name }: Attack): boolean {
  const { only } = options;
  return only.length === 0 || only.some((text) => `${family}: ${name}`.includes(text));
}

function withConnections(family: Attack[]): Attack[] {
  const { connections } = options;
  return connections === null ? family : family.map((attack) => ({ ...attack, connections }));
}

function report(rows: readonly Row[]): number {
  const table = hostileTable(rows);
  console.log(table);
  if (options.markdown !== undefined) writeFileSync(options.markdown, `${table}\n`);
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

function readOptions(): HostileOptions {
  try {
    return hostileOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${hostileUsage}`);
    process.exit(2);
  }
}
