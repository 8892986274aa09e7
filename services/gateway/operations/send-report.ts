import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { BulkError } from '#shared/decide/bulk-operation.ts';
import type { Language } from '#shared/contracts/schema-kit/languages.ts';
import { Problem } from '#shared/errors.ts';
import { bulkErrorMessage } from './operation-resource.ts';
import type { OperationRef } from './operation-id.ts';
import { principalOf } from '../auth/access.ts';
import { contextOf } from '../http/request-context.ts';
import type { OpenReads } from '../limits/open-reads.ts';
import type { ServiceClient } from '../reads/service-client.ts';

interface ReportLine {
  id: number;
  outcome: string | null;
  code: BulkError['code'] | null;
  params?: Record<string, string>;
  /** Of services of releases before 0.6.0 not told. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

const csv = 'text/csv';
const ndjson = 'application/x-ndjson';

/** Sends the outcome of each record of a bulk operation, null for those not reached yet: NDJSON, or CSV when accepted. */
export async function sendReport(
  { services, openReads }: { services: Pick<ServiceClient, 'stream'>; openReads: OpenReads },
  { service, commandId }: OperationRef,
  request: Request,
  response: Response,
): Promise<void> {
  const type = request.accepts([ndjson, csv, 'application/json']) === csv ? csv : ndjson;
  await openReads.begin(principalOf(response).subject, service, 'whole', response);
  const body = await services.stream(service, `/operations/${commandId}/report`);
  if (!body) throw new Problem('not_found');
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  const { language } = contextOf(response);
  await pipeline(
    Readable.from(type === csv ? csvLines(body, language) : jsonLines(body, language)),
    response,
  );
}

async function* readLines(
  body: Readable,
  language: Language,
): AsyncGenerator<ReportLine & { message: string | null }> {
  for await (const line of createInterface({ input: body })) {
    const { params, before = null, after = null, ...read } = JSON.parse(line) as ReportLine;
    const message =
      read.code === null ? null : bulkErrorMessage({ code: read.code, ...(params && { params }) }, language);
    yield { ...read, message, before, after };
  }
}

async function* jsonLines(body: Readable, language: Language): AsyncGenerator<string> {
  for await (const line of readLines(body, language)) yield `${JSON.stringify(line)}\n`;
}

async function* csvLines(body: Readable, language: Language): AsyncGenerator<string> {
  yield 'id,outcome,code,message\r\n';
  for await (const { id, outcome, code, message } of readLines(body, language)) {
    yield `${[id, outcome, code, message].map(csvField).join(',')}\r\n`;
  }
}

function csvField(value: string | number | null): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
