/** `npm run store -- fuzz`: see its `--help`. */
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { startE2eStore, stopEverything } from '#tests/support/run-set-up.ts';
import { temporaryFolder } from '#tests/support/servers.ts';
import { sharedStore } from '#tests/support/store-access.ts';
import { plantRecords } from './plant-records.ts';
import { fuzz, installSchemathesis } from './schemathesis.ts';
import { strictDocument } from './strict-document.ts';

const usage = `Usage: npm run store -- fuzz

Sends thousands of requests that the OpenAPI document allows or forbids, and finds 5xx answers, statuses, headers and
bodies that the document doesn't describe, and invalid input that is accepted. On a store of its own, removed afterwards, unless
the first three are set.

  FUZZ_URL           a running store that was just made: records are changed and deleted at random
  FUZZ_ADMIN_TOKEN   for it
  FUZZ_CLIENT_TOKEN  for it
  FUZZ_CASES         of each endpoint (default 20)
  FUZZ_SEED          sends the same requests as the run that printed it
  FUZZ_PATHS         only endpoints with this in their path, such as /orders`;

const { FUZZ_URL, FUZZ_ADMIN_TOKEN, FUZZ_CLIENT_TOKEN, FUZZ_CASES, FUZZ_SEED, FUZZ_PATHS = '' } = process.env;

async function store() {
  if (FUZZ_URL !== undefined && FUZZ_ADMIN_TOKEN !== undefined && FUZZ_CLIENT_TOKEN !== undefined) {
    return { url: FUZZ_URL, adminToken: FUZZ_ADMIN_TOKEN, clientToken: FUZZ_CLIENT_TOKEN };
  }
  await startE2eStore();
  const shared = sharedStore();
  return { url: shared.url, adminToken: await shared.adminToken(), clientToken: await shared.clientToken(1) };
}

await runCommand(async () => {
  const asked = readCommandLine({ name: 'npm run store -- fuzz', usage, options: {} });
  return asked === null ? 0 : fuzzAll().finally(stopEverything);
});

async function fuzzAll(): Promise<number> {
  const program = await installSchemathesis();
  const access = await store();
  const operations = await plantRecords(access, 20);
  const document = join(temporaryFolder(), 'openapi.json');
  const published = (await (await fetch(`${access.url}/openapi.json`)).json()) as Record<string, unknown>;
  writeFileSync(document, JSON.stringify(strictDocument(published, operations)));
  const asked = {
    document,
    url: access.url,
    cases: Number(FUZZ_CASES ?? 20),
    seed: Number(FUZZ_SEED ?? randomInt(1_000_000)),
  };
  // Shoppers run first, because the admins' requests delete users.
  const areas = [
    { token: access.clientToken, paths: `^/api/(client|operations).*${FUZZ_PATHS}` },
    { token: access.adminToken, paths: `^/api/admin.*${FUZZ_PATHS}` },
  ];
  let isClean = true;
  for (const area of areas) isClean = (await fuzz(program, { ...asked, ...area })) && isClean;
  console.log(
    isClean ? 'Nothing found.' : `Findings above; FUZZ_SEED=${asked.seed} repeats the same requests.`,
  );
  return isClean ? 0 : 1;
}
