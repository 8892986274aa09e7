import type { Language } from '#shared/contracts/kit/languages.ts';
import type { BulkError } from '#shared/engine/decide/bulk-operation.ts';
import { bulkErrorMessage, changeOf } from './operation-resource.ts';

interface ReportLine {
  id: number;
  outcome: string | null;
  code: BulkError['code'] | null;
  params?: Record<string, string>;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Present if the request asked for it. */
  record?: Record<string, unknown> | null;
}

export type RenderedLine = ReportLine & { message: string | null; by?: string; at?: string };

export function readReportLine(line: string, language: Language): RenderedLine {
  const { params, ...read } = JSON.parse(line) as ReportLine;
  const message =
    read.code === null ? null : bulkErrorMessage({ code: read.code, ...(params && { params }) }, language);
  const change = read.code === null ? {} : changeOf({ code: read.code, ...(params && { params }) });
  return { ...read, message, ...change };
}
