import type { Response } from 'express';
import { exportHeaders, type ExportContext } from '#shared/engine/exports/export-file.ts';
import type { ExportRequest } from '#shared/contracts/kit/exports.ts';
import { contextOf } from '../http/request-context.ts';

/** Responds without reading any records. */
export function sendFileHead(
  response: Response,
  request: ExportRequest,
  context: Pick<ExportContext, 'what' | 'locale'>,
): void {
  response.set(exportHeaders(request, { ...context, at: new Date() }));
  response.set('Content-Language', contextOf(response).language);
  response.end();
}
