import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import {
  exportOfReport,
  exportTypes,
  readExport,
  type ExportFormat,
  type ExportRequest,
  type ListExport,
} from '#shared/contracts/kit/exports.ts';
import type { JsonSchema, StoreLocale } from '#shared/contracts/kit/fields.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import { invalid } from '#shared/contracts/errors.ts';
import { exportFile } from '#shared/engine/exports/export-file.ts';
import { mostSheetRows } from '#shared/engine/exports/xlsx.ts';
import { sendPieces } from '#shared/platform/http/send-pieces.ts';
import { contextOf } from '../http/request-context.ts';
import { readQuery } from '../http/request-query.ts';
import { sendFileHead } from '../reads/forward-read.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import { endpoints } from '../http/routes.ts';
import { askOperation } from './ask-operation.ts';
import type { OperationRef } from './operation-id.ts';
import { readLines } from './read-lines.ts';
import { readReportLine } from './report-line.ts';

/** Contains the outcome of each record in bulk work, and the record's fields from its list. */
export interface ReportFile {
  request: ExportRequest;
  columns: ListExport['columns'];
  /** `table` is the kind of the records, such as `orders`. `what` names the content in the file name. */
  table: string;
  what: string;
}

/** The file format from the parameter `format`. Without the parameter, from `Accept`. Null: NDJSON. */
export async function askedReportFile(
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
  const { columns, ...file } = exportOfReport(listedBy(table), changesOf(table));
  const { request: asked, errors } = readExport({ columns, ...file }, { sent, accepted }, locale);
  if (errors.length > 0) throw invalid(...errors);
  if (asked === null || asked.format === 'ndjson') return null;
  return { request: asked, columns, table, what: `${table}-report` };
}

function acceptedFile(request: Request): ExportFormat | null {
  const types = [exportTypes.ndjson, exportTypes.csv, exportTypes.xlsx, 'application/json'];
  const type = request.accepts(types);
  return (['csv', 'xlsx'] as const).find((format) => exportTypes[format] === type) ?? null;
}

function changesOf(table: string): string[] {
  return endpoints.flatMap(({ id, kind, declared }) =>
    kind === 'write' && id.startsWith(`${table}.`) ? (declared.changes ?? []) : [],
  );
}

function listedBy(table: string): JsonSchema {
  const list = endpoints.find(({ id }) => id === `${table}.list`);
  return list?.declared.answers ?? noRecord;
}

const noRecord: JsonSchema = {};

/**
 * Throws `validation_failed` before the first byte is sent, if an XLSX file with several rows per record (`rows=items`) would
 * exceed the row limit. A file with one row per record never exceeds the limit.
 */
export async function refuseBeyondSheet(
  services: Pick<ServiceClient, 'ask'>,
  { service, commandId }: Pick<OperationRef, 'service' | 'commandId'>,
  { request: { format, rows }, table }: Pick<ReportFile, 'request' | 'table'>,
): Promise<void> {
  if (format !== 'xlsx' || rows !== 'items') return;
  const asked = new URLSearchParams({ table, most: String(mostSheetRows) }).toString();
  const path = `/operations/${commandId}/report/line-rows?${asked}`;
  const counted = (await services.ask(service, 'GET', path)) as { count: number };
  if (counted.count > mostSheetRows)
    throw invalid({ field: 'format', rule: 'too_many_rows', params: { max: mostSheetRows } });
}

export async function sendReportFile(
  response: Response,
  { request, columns, what }: ReportFile,
  body: Readable,
  locale: StoreLocale,
): Promise<void> {
  const { language } = contextOf(response);
  const context = { what, columns, language, locale, at: new Date() };
  const { headers, content } = exportFile(rowsOf(body, language), request, context);
  response.set(headers).set('Content-Language', language);
  await sendPieces(response, content);
}

export function sendReportHead(response: Response, { request, what }: ReportFile, locale: StoreLocale): void {
  sendFileHead(response, request, { what, locale });
}

/** A deleted or damaged record has no values except its id. */
async function* rowsOf(body: Readable, language: Language): AsyncGenerator<object> {
  for await (const text of readLines(body)) {
    const { record = null, ...line } = readReportLine(text, language);
    yield { ...(record?.['unreadable'] === true ? null : record), ...line };
  }
}
