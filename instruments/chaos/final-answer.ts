import type { Answer } from '#tests/support/request.ts';

/** The final outcome of a write, in a form that can be compared. */
export interface FinalAnswer {
  status: number;
  /**
   * The comparable content: the bytes of a resource, the status and counts of bulk work, or the code and
   * fields of an error.
   */
  content: string;
  code: string | null;
  replayed: boolean;
  /** The record's version, if the response contains it. */
  version: number | null;
  /** The time when the client received the response, in ms. */
  at: number;
  /** The id of a bulk operation, with which the client can apply or undo it. */
  operation?: string;
}

/** The number of records per result of bulk work. */
export type BulkCounts = Record<'changed' | 'unchanged' | 'not_found' | 'refused', number>;

interface RefusalBody {
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

/** Reads any response except a 202: an error, a resource, or finished bulk work. */
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

export function versionIn(headers: Headers): number | null {
  const [, version] = /^"(\d+)-/.exec(headers.get('etag') ?? '') ?? [];
  return version === undefined ? null : Number(version);
}

/** The final response in an operation. Null while the operation is unfinished. */
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

/** The counts in the final response of bulk work. Null if the response has no counts. */
export function countsOf({ status, content }: FinalAnswer): BulkCounts | null {
  if (status >= 400 || !content.startsWith('["')) return null;
  return (JSON.parse(content) as [string, BulkCounts])[1];
}

/** The parts of an error response that must be equal in two responses to one write. */
export function refusalContent(body: RefusalBody): string {
  return JSON.stringify([body.code, body.errors, body.products]);
}
