import { pipeline } from 'node:stream/promises';
import express, { type Express, type Request } from 'express';
import type { OperationStatus } from '../../contracts/endpoints/operations.ts';
import { decodeCursor } from '../lists/cursor.ts';
import { unfinishedStatuses, type BulkOperation } from '../decide/bulk-operation.ts';
import type { InboxRecord } from '../decide/outcome.ts';
import { detail } from '../../contracts/errors.ts';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import { askWorkers, type WorkersAlive } from '../../platform/mongo/leases.ts';
import { byId } from '../../platform/mongo/load-records.ts';
import { operator } from '../../platform/mongo/operator.ts';
import type { CountLineRows, ShowListed } from '../lists/listed-records.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import type { EngineModels } from './engine-models.ts';
import { reportedIds, reportLines, type ReportLine, type ShownRecords } from './bulk-report.ts';
import { parkedRequest, type ParkedRequest } from './parked/parked-request.ts';
import { mountParked } from './parked/parked-routes.ts';
import { fromInboxDocument, settle, type InboxDocument } from './inbox.ts';
import { listedOperations, type ListedOperation, type OperationsAsked } from './listed-operations.ts';

export interface KnownOperation extends WorkersAlive {
  record: InboxRecord | null;
  bulk: BulkOperation | null;
}

/** The operations of the requested commands, in the sequence of the request. */
export interface FoundOperations extends WorkersAlive {
  operations: Pick<KnownOperation, 'record' | 'bulk'>[];
}

/** A page of a service's commands. If the query has a cursor (`[accepted_at, command]`), the page begins after the cursor. */
export interface KnownOperations {
  operations: ListedOperation[];
  total: number;
  /** Shows that the service has applied the filters and the order. Gateways of 0.6.0 reject a response without this field. */
  isNarrowed: true;
}

/** How long workers look for the parked message of a cancelled command. */
const soughtMs = 10 * 60_000;

export function mountOperations(
  app: Express,
  models: EngineModels,
  { recordsOf, lineRowsOf, ...shown }: ShownRecords & { recordsOf: ShowListed; lineRowsOf: CountLineRows },
): void {
  // Counts the unfinished bulk operations of `owner`, without the operation `except`.
  app.get('/operations/unfinished', async (request, response) => {
    const { owner = '', except = '' } = texts(request);
    const status = operator({ $in: unfinishedStatuses });
    const unfinished = { _id: operator({ $ne: except }), owner, status };
    response.json({ count: await models.bulk.countDocuments(unfinished) });
  });
  app.get('/operations/:command', async (request, response) => {
    const { operations, ...workers } = await foundOperations(models, [request.params.command]);
    response.json({ record: null, bulk: null, ...operations[0], ...workers } satisfies KnownOperation);
  });
  app.get('/operations', async (request, response) => {
    const listed = await listedOperations(models, operationsAsked(texts(request)));
    response.json({ ...listed, isNarrowed: true } satisfies KnownOperations);
  });
  // The report of a bulk operation as NDJSON: one line for each record, in the order of the request. If the query has `language`
  // and `table`, each line has the field `record`: the record as its list shows it now, or null if the record does not exist.
  app.get('/operations/:command/report', async (request, response) => {
    const { language, table } = texts(request);
    const listed = (ids: readonly number[]) =>
      language === undefined || table === undefined
        ? null
        : recordsOf(table, ids, language === 'ar' ? 'ar' : 'en');
    response.setHeader('Content-Type', 'application/x-ndjson');
    await pipeline(reportText(reportLines(models, shown, request.params.command), listed), response);
  });
  // Counts the rows that the report has as a file with one row per line item. The count may stop at any number above `most`.
  app.get('/operations/:command/report/line-rows', async (request, response) => {
    const { table = '', most } = texts(request);
    let count = 0;
    for await (const ids of reportedIds(models, request.params.command)) {
      count += await lineRowsOf(table, ids);
      if (count > Number(most)) break;
    }
    response.json({ count });
  });
  app.post('/operations/:command/cancel', async (request, response) => {
    response.json({ cancelled: await cancelOperation(models, request.params.command, texts(request)) });
  });
  mountParked(app, models);
  app.post('/operations/find', express.json(), async (request, response) => {
    const { commands } = request.body as { commands: string[] };
    response.json(await foundOperations(models, commands));
  });
}

async function foundOperations(
  { inbox, bulk, leases }: EngineModels,
  commands: readonly string[],
): Promise<FoundOperations> {
  // Reads the workers' reports first. If a command ends after the reports were read, the inbox query below finds its record.
  const workers = await askWorkers(leases);
  const documents = await byId<InboxDocument>(inbox, commands);
  // Reads the inbox before the bulk operations. An inbox record and its bulk operation are committed together. If the bulk
  // operations were read first, bulk work that has just begun could look finished.
  const works = await byId<BulkOperation>(bulk, commands);
  const operations = commands.map((command) => {
    const document = documents.get(command);
    return { record: document ? fromInboxDocument(document) : null, bulk: works.get(command) ?? null };
  });
  return { operations, ...workers };
}

function operationsAsked(asked: Texts): OperationsAsked {
  const { limit, cursor, statuses, type = null, owner = null, from = null, until = null } = asked;
  return {
    type,
    owner,
    from,
    until,
    statuses: statuses === undefined ? null : (statuses.split(',') as OperationStatus[]),
    isOldestFirst: asked['oldest_first'] === '1',
    at: cursor === undefined ? null : decodeCursor(cursor, 2),
    limit: Number(limit),
    countUpTo: asked['count_up_to'] === 'none' ? null : Number(asked['count_up_to']),
  };
}

async function* reportText(
  report: AsyncIterable<ReportLine[]>,
  recordsOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, unknown>> | null,
): AsyncGenerator<string> {
  for await (const lines of report) {
    const records = await recordsOf(lines.map(({ id }) => id));
    const written = (line: ReportLine) =>
      JSON.stringify(records ? { ...line, record: records.get(line.id) ?? null } : line);
    yield lines.map((line) => `${written(line)}\n`).join('');
  }
}

async function cancelOperation(models: EngineModels, command: string, asked: Texts): Promise<boolean> {
  const now = storeNow().toISOString();
  // Bulk work may start after the first attempt to stop it, and then has an outcome that cannot be cancelled.
  return (
    (await stopBulkWork(models, command, now)) ||
    (await cancelUndone(models, cancelledRecord(command, asked, now))) ||
    (await stopBulkWork(models, command, now))
  );
}

/** Returns false if there is no unfinished bulk work. */
async function stopBulkWork({ bulk }: EngineModels, command: string, now: string): Promise<boolean> {
  const { modifiedCount } = await bulk.updateOne(
    { _id: command, status: operator({ $in: unfinishedStatuses }) },
    { $set: { status: 'cancelled', finished_at: now, updated_at: now }, $inc: { version: 1 } },
  );
  return modifiedCount > 0;
}

/** Cancels a command that is parked or that no worker has received. Returns false if the command has a final outcome. */
async function cancelUndone(
  { inbox, parkedRequests }: EngineModels,
  record: InboxRecord & { state: 'cancelled' },
): Promise<boolean> {
  const { _id: command, owner: by } = record;
  const outcomes = driverCollection<InboxDocument>(inbox);
  const parked = await outcomes.findOne({ _id: command, state: 'parked' });
  const { fingerprint } = parked ? fromInboxDocument(parked) : record;
  if ((await settle(outcomes, { ...record, fingerprint })) !== null) return false;
  if (!parked) return true;
  // A worker then removes the message from the parked queue. Without this request, the message would stay there longer than the
  // outcome is kept. Another process may hold the message for some minutes, such as a redrive of all parked messages.
  const asked = { action: 'discard', by, because: 'its operation was cancelled', isForced: false } as const;
  await driverCollection<ParkedRequest>(parkedRequests).insertOne(parkedRequest(command, asked, soughtMs));
  return true;
}

/** If a worker receives the command later, this record prevents the worker from running it. */
function cancelledRecord(command: string, asked: Texts, now: string): InboxRecord & { state: 'cancelled' } {
  return {
    _id: command,
    type: asked['type'] ?? '',
    owner: asked['owner'] ?? '',
    fingerprint: '',
    state: 'cancelled',
    outcome: { problem: { code: 'conflict', ...detail('operation_cancelled') } },
    accepted_at: asked['accepted_at'] ?? '',
    decided_at: now,
  };
}

type Texts = Readonly<Record<string, string | undefined>>;

function texts(request: Pick<Request, 'query'>): Texts {
  return request.query as Texts;
}
