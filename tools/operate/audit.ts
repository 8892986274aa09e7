/** `npm run audit [-- --repair] [--json]`: whether the store's data keeps its promises. Exit 1 when something is wrong. */
import { setTimeout as sleep } from 'node:timers/promises';

import { readCommandLine, runCommand } from '#shared/process/command-line.ts';
import { ownSettings } from '#shared/process/settings/own-settings.ts';
import { openAuditClient } from './audit/audit-client.ts';
import type { AuditClient } from './audit/audit-client.ts';
import { repair } from './audit/repair.ts';
import { auditStore } from './audit/audit-store.ts';
import type { AuditReport } from './audit/audit-store.ts';
import type { Finding } from './audit/finding.ts';
import { findStore, OperatorError } from './store-address.ts';
import type { StoreAddress } from './store-address.ts';

const usage = `npm run audit -- [options]

  --repair         mend what follows from other data: held units, rows of the list of items, copies of products
  --json           for programs
  --data-dir PATH  of the local store (default .data), when MONGODB_URI and RABBITMQ_URL are not set
`;

const secondLookMs = 3000;

const command = {
  name: 'npm run audit',
  usage,
  reader: 'audit',
  options: {
    repair: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    'data-dir': { type: 'string', default: '.data' },
  },
} as const;

await runCommand(async () => {
  const asked = readCommandLine(command);
  return asked === null ? 0 : run(findStore(ownSettings('audit'), asked.values['data-dir']), asked.values);
});

async function run(
  store: StoreAddress,
  { repair: mends, json }: { repair: boolean; json: boolean },
): Promise<number> {
  const client = await openAuditClient(store.mongodbUri).catch((error: unknown) => {
    throw new OperatorError(`MongoDB does not answer: ${(error as Error).message}`);
  });
  try {
    const report = await audit(client, store);
    const repaired = mends ? await repairAll(client, store, report.findings) : [];
    console.log(json ? JSON.stringify({ ...report, repaired }) : inWords(report, repaired));
    const left = mends ? (await audit(client, store)).findings : report.findings;
    if (mends && !json)
      console.log(left.length === 0 ? 'Nothing is wrong any more.' : `${left.length} left.`);
    return left.length === 0 ? 0 : 1;
  } finally {
    await client.close();
  }
}

/** What is wrong must be wrong twice: an event that was still under way has arrived by then. */
async function audit(client: AuditClient, store: StoreAddress): Promise<AuditReport> {
  const first = await look(client, store);
  if (first.findings.length === 0) return first;
  await sleep(secondLookMs);
  const second = await look(client, store);
  const before = new Set(first.findings.map(keyOf));
  return { ...second, findings: second.findings.filter((found) => before.has(keyOf(found))) };
}

function keyOf({ rule, subject }: Finding): string {
  return `${rule} ${subject}`;
}

async function look(client: AuditClient, store: StoreAddress): Promise<AuditReport> {
  return auditStore(client, store).catch((error: unknown) => {
    throw new OperatorError(`The store "${store.namespace}" can't be read: ${(error as Error).message}`);
  });
}

async function repairAll(
  client: AuditClient,
  store: StoreAddress,
  findings: readonly Finding[],
): Promise<string[]> {
  // Many findings of one order are mended at once.
  const wanted = new Map(
    findings.flatMap(({ repair: way }) => (way ? [[JSON.stringify(way), way] as const] : [])),
  );
  const done: string[] = [];
  for (const way of wanted.values()) done.push(await repair(client, store, way));
  return done;
}

function inWords({ findings, counted, tookMs }: AuditReport, repaired: readonly string[]): string {
  const looked = Object.entries(counted).map(([what, many]) => `${many} ${what}`);
  const found = findings.map(
    ({ rule, subject, detail, repair: way }) =>
      `  ${rule}  ${subject}: ${detail}${way ? '  (--repair mends it)' : ''}`,
  );
  return [
    `Looked at ${looked.join(', ')} in ${(tookMs / 1000).toFixed(1)} s.`,
    findings.length === 0 ? 'Nothing is wrong.' : `${findings.length} findings:`,
    ...found,
    ...(repaired.length > 0 ? ['Repaired:', ...repaired.map((line) => `  ${line}`)] : []),
  ].join('\n');
}
