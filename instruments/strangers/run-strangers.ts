/** `npm run test:strangers`: see its `--help`. */
import { readCommandLine, runCommand, wrongUsage } from '#shared/platform/process/command-line.ts';
import type { StoreAccess } from '#tests/support/store-access.ts';
import type { Stranger } from './stranger.ts';
import { strangers } from './strangers.ts';

const command = 'npm run test:strangers';
const usage = `Usage: ${command} [-- NAME...]

Installs third-party checks in pinned versions, and runs the named ones, or all of them, on the store, its documents and its
packages. Starts its own store and removes it afterwards. Exits with 1 if a check finds something.

${Object.entries(strangers)
  .map(([name, { proves }]) => `  ${name.padEnd(16)}${proves}`)
  .join('\n')}`;

await runCommand(async () => {
  const asked = readCommandLine({ name: command, usage, takesNames: true, options: {} });
  if (asked === null) return 0;
  const unknown = asked.positionals.find((name) => !(name in strangers));
  if (unknown !== undefined) throw wrongUsage(command, `There is no check "${unknown}".`);
  const chosen = Object.entries(strangers).filter(
    ([name]) => asked.positionals.length === 0 || asked.positionals.includes(name),
  );
  // Imported when needed, so that --help is quick.
  const { startE2eStore, stopEverything } = await import('#tests/support/run-set-up.ts');
  const { sharedStore } = await import('#tests/support/store-access.ts');
  let started: Promise<StoreAccess> | undefined;
  const store = () => (started ??= startE2eStore().then(sharedStore));
  try {
    let isClean = true;
    for (const [name, stranger] of chosen) isClean = (await passes(name, stranger, store)) && isClean;
    return isClean ? 0 : 1;
  } finally {
    await stopEverything();
  }
});

async function passes(name: string, stranger: Stranger, store: () => Promise<StoreAccess>): Promise<boolean> {
  const began = Date.now();
  const found = await stranger
    .judge(store)
    .catch((error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`${found.length === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  for (const line of found) console.log(`    ${line}`);
  return found.length === 0;
}
