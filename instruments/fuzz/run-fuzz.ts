/** `npm run store -- fuzz`: see its `--help`. */
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';

const usage = `Usage: npm run store -- fuzz

Sends thousands of requests that the OpenAPI document allows or forbids, and finds 5xx answers, statuses, headers and
bodies that the document doesn't describe, and invalid input that is accepted. On a store of its own, removed afterwards, unless
the first three are set.

  FUZZ_URL           a running store that was just made: records are changed and deleted at random
  FUZZ_ADMIN_TOKEN   for it
  FUZZ_CLIENT_TOKEN  for it
  FUZZ_CASES         of each endpoint (default 20)
  FUZZ_SEED          sends the same requests as the run that printed it
  FUZZ_PATHS         only endpoints with this in their path, such as /orders
  FUZZ_PHASES        of Schemathesis (default examples,coverage,fuzzing)`;

await runCommand(async () => {
  const asked = readCommandLine({ name: 'npm run store -- fuzz', usage, options: {} });
  if (asked === null) return 0;
  // Imported when needed, so that --help is quick.
  const { fuzzStore } = await import('./fuzz-store.ts');
  return fuzzStore();
});
