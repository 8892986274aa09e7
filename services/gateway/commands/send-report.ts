import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Language } from '#shared/contracts/kit/languages.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import { exportTypes } from '#shared/contracts/kit/exports.ts';
import { Problem } from '#shared/contracts/errors.ts';
import type { OperationRef } from './operation-id.ts';
import { askedReportFile, refuseBeyondSheet, sendReportFile, sendReportHead } from './report-file.ts';
import { readLines } from './read-lines.ts';
import { readReportLine } from './report-line.ts';
import { principalOf } from '../auth/access.ts';
import { contextOf } from '../http/request-context.ts';
import type { OpenReads } from '../limits/open-reads.ts';
import type { ServiceClient } from '../reads/service-client.ts';

interface Deps {
  services: Pick<ServiceClient, 'ask' | 'stream'>;
  openReads: OpenReads;
  locale: StoreLocale;
}

/** Sends NDJSON, or a file that also has the records' values. A record that is not processed yet has the outcome null. */
export async function sendReport(
  { services, openReads, locale }: Deps,
  reference: OperationRef,
  request: Request,
  response: Response,
): Promise<void> {
  const { service, commandId } = reference;
  const { language } = contextOf(response);
  const file = await askedReportFile(services, reference, request, locale);
  if (file && request.method === 'HEAD') {
    sendReportHead(response, file, locale);
    return;
  }
  if (file) {
    await openReads.begin(principalOf(response).subject, service, 'export', response);
    await refuseBeyondSheet(services, reference, file);
    const asked = new URLSearchParams({ table: file.table, language }).toString();
    const records = await services.stream(service, `/operations/${commandId}/report?${asked}`);
    if (!records) throw new Problem('not_found');
    await sendReportFile(response, file, records, locale);
    return;
  }
  await openReads.begin(principalOf(response).subject, service, 'whole', response);
  const body = await services.stream(service, `/operations/${commandId}/report`);
  if (!body) throw new Problem('not_found');
  response.setHeader('Content-Type', `${exportTypes.ndjson}; charset=utf-8`);
  await pipeline(Readable.from(jsonLines(body, language)), response);
}

async function* jsonLines(body: Readable, language: Language): AsyncGenerator<string> {
  for await (const line of readLines(body)) yield `${JSON.stringify(readReportLine(line, language))}\n`;
}
