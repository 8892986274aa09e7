import type { Answer } from '#tests/support/request.ts';

/** A final answer. */
export interface FinalAnswer {
  status: number;
  /** The bytes of the resource; of bulk work, its end and counts; of a refusal, its code and fields. */
  content: string;
  code: string | null;
  replayed: boolean;
  /** That the record was at, as far as the answer tells. */
  version: number | null;
  /** When it was there, in ms. */
  at: number;
  /** Of bulk work, as far as the answer tells: what it can be applied and taken back by. */
  operation?: string;
}

/** How many records of bulk work met which end. */
export type BulkCounts = Record<'changed' | 'unchanged' | 'not_found' | 'refused', number>;

export interface RefusalBody {
  code?: unknown;
  errors?: unknown;
  products?: unknown;
}

export interface OperationBody {
  id: string;
  status: string;
  progress: unknown;
  result: { status: number; data: unknown } | BulkCounts | null;
  error: (RefusalBody & { status: number; code: string }) | null;
}

/** What an answer says that is no 202: a refusal, a resource, or bulk work that is over. */
export function finalAnswerOf({ status, headers, text, body }: Answer): FinalAnswer {
  const how = { replayed: headers.get('idempotency-replayed') === 'true', at: Date.now() };
  if (status >= 400) {
    const refused = body as RefusalBody;
    return { status, code: String(refused.code), content: refusalContent(refused), version: null, ...how };
  }
  const { data } = (body ?? {}) as { data?: OperationBody };
  const bulk = data?.progress === undefined ? null : outcomeOf(data);
  return bulk
    ? { ...bulk, ...how }
    : { status, code: null, content: text, version: versionIn(headers), ...how };
}

/** The version that an `ETag` names. */
export function versionIn(headers: Headers): number | null {
  const [, version] = /^"(\d+)-/.exec(headers.get('etag') ?? '') ?? [];
  return version === undefined ? null : Number(version);
}

/** The final answer that an operation tells of; null while it has none. */
export function outcomeOf({ id, status, result, error }: OperationBody): FinalAnswer | null {
  const how = { replayed: true, version: null, at: Date.now() };
  if (result && 'changed' in result) {
    return { status: 200, content: JSON.stringify([status, result]), code: null, operation: id, ...how };
  }
  if (status === 'succeeded' && result) {
    const content = result.data === null ? '' : JSON.stringify({ data: result.data });
    return { status: result.status, content, code: null, ...how };
  }
  if (status === 'failed' && error) {
    return { status: error.status, content: refusalContent(error), code: error.code, ...how };
  }
  return null;
}

/** The counts in the final answer of bulk work; null when it has none. */
export function countsOf({ status, content }: FinalAnswer): BulkCounts | null {
  if (status >= 400 || !content.startsWith('["')) return null;
  return (JSON.parse(content) as [string, BulkCounts])[1];
}

/** By what two refusals of one write are compared. */
export function refusalContent(body: RefusalBody): string {
  return JSON.stringify([body.code, body.errors, body.products]);
}
