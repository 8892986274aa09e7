/** `npm run store -- order-properties`: see its `--help`. */
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';

import { readCommandLine, runCommand, wrongUsage } from '#shared/platform/process/command-line.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';
import { currencies, runOrderProperties } from './order-properties.ts';

const usage = `Usage: npm run store -- order-properties [options]

Sends random commands to shared orders while processes are killed: changes, payments, refunds, returns, undo, bulk work, erasures.
Then checks the sums, units and stock, and that all planted damage is found. Exits with 1 otherwise.

  --commands N    commands that get a response (default 100000)
  --decimals N    decimals of the currency: ${Object.keys(currencies).join(', ')} (default 2)
  --kills N       processes that are killed and restarted (default 20)
  --seed N        repeats the choices of a run, but not its timing
  --json FILE     writes the figures`;

const command = {
  name: 'npm run store -- order-properties',
  usage,
  options: {
    commands: { type: 'string', default: '100000' },
    decimals: { type: 'string', default: '2' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    json: { type: 'string' },
  },
} as const;

/** The least number of kinds of damage that a run must plant and find. A short run has no records for some kinds. */
const leastPlanted = 15;

const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return 0;
  const { json, ...texts } = asked.values;
  const commands = Number(texts.commands);
  const decimals = Number(texts.decimals);
  const kills = Number(texts.kills);
  const seed = Number(texts.seed);
  if (![commands, kills, seed].every(Number.isSafeInteger) || !(decimals in currencies))
    throw wrongUsage(command.name, 'an option has an invalid number');
  // Ends all started processes when this process ends.
  onStopRequest(() => process.exit(130));
  const report = await runOrderProperties({ commands, decimals, kills, seed, say });
  const figures = JSON.stringify(report, null, 2);
  if (json !== undefined) writeFileSync(json, `${figures}\n`);
  const { violations, planted, undone } = report;
  const found = planted.filter(({ foundBy }) => foundBy.length > 0).length;
  console.log(figures);
  say(`${violations.length} violations, ${found} of ${planted.length} kinds of planted damage found`);
  const isTested = found >= leastPlanted && undone.compared > 0;
  return violations.length === 0 && found === planted.length && isTested ? 0 : 1;
});
process.exit();
