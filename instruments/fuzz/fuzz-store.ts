import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { startE2eStore, stopEverything } from '#tests/support/run-set-up.ts';
import { temporaryFolder } from '#tests/support/servers.ts';
import { sharedStore } from '#tests/support/store-access.ts';
import { plantRecords } from './plant-records.ts';
import { fuzz, installSchemathesis } from './schemathesis.ts';
import { strictDocument } from './strict-document.ts';

const {
  FUZZ_URL,
  FUZZ_ADMIN_TOKEN,
  FUZZ_CLIENT_TOKEN,
  FUZZ_CASES,
  FUZZ_SEED,
  FUZZ_PATHS = '',
  FUZZ_PHASES,
} = process.env;

async function store() {
  if (FUZZ_URL !== undefined && FUZZ_ADMIN_TOKEN !== undefined && FUZZ_CLIENT_TOKEN !== undefined) {
    return { url: FUZZ_URL, adminToken: FUZZ_ADMIN_TOKEN, clientToken: FUZZ_CLIENT_TOKEN };
  }
  await startE2eStore();
  const shared = sharedStore();
  return { url: shared.url, adminToken: await shared.adminToken(), clientToken: await shared.clientToken(1) };
}

/** Sends requests to every endpoint, prints the findings and returns the exit code. */
export function fuzzStore(): Promise<number> {
  return fuzzAll().finally(stopEverything);
}

async function fuzzAll(): Promise<number> {
  const program = await installSchemathesis();
  const access = await store();
  const operations = await plantRecords(access, 20);
  const document = join(temporaryFolder(), 'openapi.json');
  const published = (await (await fetch(`${access.url}/openapi.json`)).json()) as { paths: object };
  writeFileSync(document, JSON.stringify(strictDocument(published, operations)));
  const asked = {
    document,
    url: access.url,
    cases: Number(FUZZ_CASES ?? 20),
    seed: Number(FUZZ_SEED ?? randomInt(1_000_000)),
    phases: FUZZ_PHASES ?? 'examples,coverage,fuzzing',
  };
  // Shoppers run first, because the admins' requests delete users.
  const areas = [
    { token: access.clientToken, paths: `^/api/(client|operations).*${FUZZ_PATHS}` },
    { token: access.adminToken, paths: `^/api/admin.*${FUZZ_PATHS}` },
  ].filter(({ paths }) => Object.keys(published.paths).some((path) => new RegExp(paths).test(path)));
  if (areas.length === 0) throw new PlainError(`No path of the API matches FUZZ_PATHS=${FUZZ_PATHS}.`);
  let isClean = true;
  for (const area of areas) isClean = (await fuzz(program, { ...asked, ...area })) && isClean;
  console.log(
    isClean ? 'Nothing found.' : `Findings above; FUZZ_SEED=${asked.seed} repeats the same requests.`,
  );
  return isClean ? 0 : 1;
}
