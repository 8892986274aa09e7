import type { Response } from 'express';
import type { ExportRequest } from '../../contracts/kit/exports.ts';
import { invalid } from '../../contracts/errors.ts';
import { exportFile, type ExportContext } from '../exports/export-file.ts';
import { mostSheetRows } from '../exports/xlsx.ts';
import type { ListAnswer } from '../lists/find-list.ts';
import { sendPieces } from '../../platform/http/send-pieces.ts';

export interface AskedExport extends Omit<ExportContext, 'language' | 'at'> {
  request: ExportRequest;
}

/** Sends every row, or the requested page. Throws `too_many_rows` if there are more rows than an XLSX file can have. */
export async function sendExport(
  response: Response,
  answer: ListAnswer,
  { request, ...context }: AskedExport & Pick<ExportContext, 'language'>,
): Promise<void> {
  if (request.format === 'xlsx' && answer.kind === 'stream') {
    const count = await answer.count(request.rows, mostSheetRows);
    if (count > mostSheetRows) {
      throw invalid({ field: 'format', rule: 'too_many_rows', params: { max: mostSheetRows } });
    }
  }
  const records = answer.kind === 'page' ? answer.body.data : await begun(answer.rows);
  const { headers, content } = exportFile(records, request, { ...context, at: new Date() });
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  await sendPieces(response, content);
}

/** Reads the first row before the response begins, so that an error until then can still become an error response. */
async function begun(rows: AsyncIterable<unknown>): Promise<AsyncIterable<unknown>> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  })();
}
