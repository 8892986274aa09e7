/** `npm run audit`: see `npm run audit -- --help`. */
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import {
  dataDirOption,
  flag,
  readCommandLine,
  runCommand,
  wrongUsage,
} from '#shared/platform/process/command-line.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import type { AuditClient } from './audit/audit-client.ts';
import type { AuditReport } from './audit/audit-store.ts';
import { findStore, type StoreAddress } from './store-address.ts';

const usage = `Usage: npm run audit -- [options]

Reads all data of the store and reports contradictions. docs/operate/audit.md describes each rule.

  --repair         repairs findings whose correct value is proven
  --dry-run        prints what --repair would do, and changes nothing
  --json           prints JSON
  --data-dir PATH  the local store's folder, if MONGODB_URI and RABBITMQ_URL are not set (default .data)

Exit code 0: no findings. 1: findings. 2: some data could not be checked.
`;

const command = {
  name: 'npm run audit',
  usage,
  reader: 'audit',
  options: { repair: flag, 'dry-run': flag, json: flag, ...dataDirOption },
} as const;

type Options = Record<'repair' | 'dry-run' | 'json', boolean>;

await runCommand(async () => {
  const asked = readCommandLine(command);
  return asked === null ? 0 : run(findStore(ownSettings('audit'), asked.values['data-dir']), asked.values);
});

async function run(store: StoreAddress, options: Options): Promise<number> {
  if (options.repair && options['dry-run'])
    throw wrongUsage(command.name, 'use either --repair or --dry-run');
  const repairs = options.repair ? `${store.namespace}_orders` : undefined;
  // Imported when needed, so that --help is quick.
  const { openAuditClient, refuseUnauditable } = await import('./audit/audit-client.ts');
  const client = await openAuditClient(store.mongodbUri, repairs);
  try {
    await refuseUnauditable(client, store.namespace);
    return await auditAndRepair(client, store, options);
  } finally {
    await client.close();
  }
}

async function auditAndRepair(client: AuditClient, store: StoreAddress, options: Options): Promise<number> {
  const { repair: isRepair, 'dry-run': isDry, json } = options;
  const { repairStore } = await import('./audit/audit-store.ts');
  const report = await audit(client, store);
  const repaired = isRepair || isDry ? await repairStore(client, store, report.findings, { isDry }) : [];
  const wording = isDry ? 'would_repair' : 'repaired';
  console.log(json ? JSON.stringify({ ...report, [wording]: repaired }) : inWords(report, repaired, isDry));
  if (!isRepair || repaired.length === 0) return exitCode(report);
  const after = await audit(client, store);
  if (!json) console.log(leftInWords(after));
  return exitCode(after);
}

function exitCode(report: AuditReport): number {
  if (totalOf(report) > 0) return 1;
  return report.not_checked.length > 0 ? 2 : 0;
}

/** The number of findings, including findings that the report counts but does not list. */
function totalOf({ counts }: AuditReport): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function leftInWords(after: AuditReport): string {
  const total = totalOf(after);
  if (total > after.findings.length)
    return `${total} left. Run this again: one run repairs only listed findings.`;
  if (total > 0) return `${total} left.`;
  return `Nothing is wrong any more${after.not_checked.length === 0 ? '' : ' in what was looked at'}.`;
}

async function audit(client: AuditClient, store: StoreAddress): Promise<AuditReport> {
  const { auditStore } = await import('./audit/audit-store.ts');
  return auditStore(client, store).catch((error: unknown) => {
    throw new PlainError(`The store "${store.namespace}" can't be read: ${(error as Error).message}`);
  });
}

function inWords(report: AuditReport, repaired: readonly string[], isDry: boolean): string {
  const { findings, counted, not_checked: notChecked, tookMs } = report;
  const looked = Object.entries(counted).map(([what, many]) => `${many} ${what}`);
  const found = findings.map(
    ({ rule, subject, detail, repair: way }) =>
      `  ${rule}  ${subject}: ${detail}${way ? '  (--repair repairs it)' : ''}`,
  );
  const total = totalOf(report);
  return [
    `Looked at ${looked.join(', ')} in ${(tookMs / 1000).toFixed(1)} s.`,
    total === 0
      ? `Nothing is wrong${notChecked.length === 0 ? '' : ' in what was looked at'}.`
      : `${total} findings:`,
    ...found,
    ...(total > found.length ? [`  … and ${total - found.length} more`] : []),
    ...notChecked.map(({ section, reason }) => `Not checked: ${section}: ${reason}`),
    ...(repaired.length > 0
      ? [isDry ? 'Would repair:' : 'Repaired:', ...repaired.map((line) => `  ${line}`)]
      : []),
  ].join('\n');
}
