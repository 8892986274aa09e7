/** `npm run store -- fuzz`: see its `--help`. */
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';

const usage = `Usage: npm run store -- fuzz

Sends thousands of requests that the OpenAPI document allows or forbids. Reports 5xx responses, statuses, headers and bodies that
the document does not describe, and invalid input that is accepted. Starts its own store and removes it afterwards, unless
FUZZ_URL and both tokens are set.

  FUZZ_URL           a running new store, whose records are changed and deleted at random
  FUZZ_ADMIN_TOKEN   an admin token for this store
  FUZZ_CLIENT_TOKEN  a client token for this store
  FUZZ_CASES         requests for each endpoint (default 20)
  FUZZ_SEED          repeats the requests of an earlier run, which printed this seed
  FUZZ_PATHS         only endpoints whose path contains this text, such as /orders
  FUZZ_PHASES        phases of Schemathesis (default examples,coverage,fuzzing)`;

await runCommand(async () => {
  const asked = readCommandLine({ name: 'npm run store -- fuzz', usage, options: {} });
  if (asked === null) return 0;
  // Imported when needed, so that --help is quick.
  const { fuzzStore } = await import('./fuzz-store.ts');
  return fuzzStore();
});
