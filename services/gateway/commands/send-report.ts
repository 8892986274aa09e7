import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import {
  exportOfReport,
  exportTypes,
  readExport,
  type ExportFormat,
  type ExportRequest,
  type ExportRows,
  type ListExport,
} from '#shared/contracts/kit/exports.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import { invalid, Problem } from '#shared/contracts/errors.ts';
import type { BulkError } from '#shared/engine/decide/bulk-operation.ts';
import type { ListAnswer } from '#shared/engine/lists/find-list.ts';
import { sendExport } from '#shared/engine/reads/send-export.ts';
import { sendPieces } from '#shared/platform/http/send-pieces.ts';
import { principalOf } from '../auth/access.ts';
import { contextOf } from '../http/request-context.ts';
import { readQuery } from '../http/request-query.ts';
import { endpoints } from '../http/routes.ts';
import type { OpenReads, ReadKind } from '../limits/open-reads.ts';
import { sendFileHead } from '../reads/forward-read.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import { askOperation } from './ask-operations.ts';
import type { OperationRef } from './operation-id.ts';
import { bulkErrorMessage, changeOf } from './operation-resource.ts';

interface Deps {
  services: Pick<ServiceClient, 'ask' | 'stream'>;
  openReads: OpenReads;
  locale: StoreLocale;
}

interface ReportFile {
  request: ExportRequest;
  columns: ListExport['columns'];
  /** `table`: the kind of the records, such as `orders`. `what`: the content in the file's name, such as `orders-report`. */
  table: string;
  what: string;
}

interface ReportLine {
  id: number;
  outcome: string | null;
  code: BulkError['code'] | null;
  params?: Record<string, string>;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** The record as it appears in its list. Present only if the request asked for it. */
  record?: Record<string, unknown> | null;
}

type RenderedLine = ReportLine & { message: string | null; by?: string; at?: string };

/**
 * Sends the report of bulk work as NDJSON, or as a file that also has the records' values. A record that is not processed yet
 * has the outcome null.
 */
export async function sendReport(
  { services, openReads, locale }: Deps,
  reference: OperationRef,
  request: Request,
  response: Response,
): Promise<void> {
  const { service } = reference;
  const { language } = contextOf(response);
  const file = await askedReportFile(services, reference, request, locale);
  if (file && request.method === 'HEAD') {
    sendFileHead(response, file.request, { what: file.what, locale });
    return;
  }
  const kind = file ? 'export' : 'whole';
  await openReads.begin(principalOf(response).subject, service, kind, response);
  const lines = reportLines(services, reference, { kind, language, table: file?.table });
  if (!file) {
    response.setHeader('Content-Type', `${exportTypes.ndjson}; charset=utf-8`);
    await sendPieces(response, jsonLines(lines));
    return;
  }
  // Bulk work has at most 100,000 records, so a file with one row per record never exceeds the row limit of a sheet.
  const count = async (rows: ExportRows, most: number): Promise<number> =>
    rows === 'items' ? countLineRows(services, reference, { table: file.table, most: String(most) }) : 0;
  response.setHeader('Content-Language', language);
  const answer: ListAnswer = { kind: 'stream', rows: withRecords(lines), count, leave: () => undefined };
  await sendExport(response, answer, { ...file, locale, language });
}

/**
 * If `table` is set, each line also has its record as it appears in its list. Throws `not_found`, or `unavailable`, before the
 * first line.
 */
async function* reportLines(
  services: Pick<ServiceClient, 'stream'>,
  { service, commandId }: OperationRef,
  { kind, language, table }: { kind: ReadKind; language: Language; table: string | undefined },
): AsyncGenerator<RenderedLine> {
  const query = table === undefined ? '' : `?${new URLSearchParams({ table, language }).toString()}`;
  const body = await services.stream(service, `/operations/${commandId}/report${query}`, kind);
  if (!body) throw new Problem('not_found');
  for await (const line of readLines(body)) yield readReportLine(line, language);
}

async function* jsonLines(lines: AsyncIterable<RenderedLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/** A deleted or damaged record has no values except its id. */
async function* withRecords(lines: AsyncIterable<RenderedLine>): AsyncGenerator<object> {
  for await (const { record = null, ...line } of lines)
    yield { ...(record?.['unreadable'] === true ? null : record), ...line };
}

async function countLineRows(
  services: Pick<ServiceClient, 'ask'>,
  { service, commandId }: OperationRef,
  asked: Record<'table' | 'most', string>,
): Promise<number> {
  const path = `/operations/${commandId}/report/line-rows?${new URLSearchParams(asked).toString()}`;
  return ((await services.ask(service, 'GET', path)) as { count: number }).count;
}

/** The file format from the parameter `format`. Without the parameter, from `Accept`. Null: NDJSON. */
async function askedReportFile(
  services: Pick<ServiceClient, 'ask'>,
  reference: OperationRef,
  request: Request,
  locale: StoreLocale,
): Promise<ReportFile | null> {
  const { fields: sent } = readQuery(request);
  const accepted = acceptedFile(request);
  if (sent['format'] === undefined && accepted === null) return null;
  const { bulk } = await askOperation(services, reference);
  const kind = bulk?.work ?? bulk?.type ?? reference.type;
  const table = kind.slice(0, kind.indexOf('.'));
  const report = reportOf(table);
  const { request: asked, errors } = readExport(report, { sent, accepted }, locale);
  if (errors.length > 0) throw invalid(...errors);
  if (asked === null || asked.format === 'ndjson') return null;
  return { request: asked, columns: report.columns, table, what: `${table}-report` };
}

function acceptedFile(request: Request): ExportFormat | null {
  const types = [exportTypes.ndjson, exportTypes.csv, exportTypes.xlsx, 'application/json'];
  const type = request.accepts(types);
  return (['csv', 'xlsx'] as const).find((format) => exportTypes[format] === type) ?? null;
}

function reportOf(table: string): ListExport {
  const ofTable = endpoints.filter(({ id }) => id.startsWith(`${table}.`));
  const list = ofTable.find(({ id }) => id === `${table}.list`);
  const changes = ofTable.flatMap(({ kind, declared }) => (kind === 'write' ? (declared.changes ?? []) : []));
  return exportOfReport(list?.declared.answers ?? {}, changes);
}

function readReportLine(line: string, language: Language): RenderedLine {
  const { params, ...read } = JSON.parse(line) as ReportLine;
  if (read.code === null) return { ...read, message: null };
  const error = { code: read.code, ...(params && { params }) };
  return { ...read, message: bulkErrorMessage(error, language), ...changeOf(error) };
}

/** Yields the lines of NDJSON. Only LF ends a line. `node:readline` would also split at U+2028, which JSON does not escape. */
export async function* readLines(body: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    const [first = '', ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
    rest += first;
    for (const line of lines) {
      yield rest;
      rest = line;
    }
  }
  if (rest !== '') yield rest;
}
