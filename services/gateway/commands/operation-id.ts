import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KnownOperation } from '#shared/engine/commands/operation-routes.ts';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import { Problem, type ProblemDetails } from '#shared/contracts/errors.ts';
import type { OperationIdKeys } from '#shared/platform/process/internal-secrets.ts';

/** The gateway has no database, so the operation's id itself contains this data. */
export interface OperationRef {
  commandId: string;
  service: ServiceName;
  /** The endpoint's id, such as `orders.checkout`. */
  type: string;
  /** The caller: `client:7` for the user 7, `admin:layla` for the token subject `layla`. */
  owner: string;
  /** When the command was accepted, in ISO 8601. */
  at: string;
  /** Present if the broker did not confirm that it received the command. */
  isUnconfirmed?: true;
}

export function operationId(ref: OperationRef, { signs }: Pick<OperationIdKeys, 'signs'>): string {
  const { commandId, service, type, owner, at, isUnconfirmed } = ref;
  // A confirmed command's id leaves out the flag, so that the id has the format of release 0.2.0.
  const unconfirmed = isUnconfirmed ? [1] : [];
  const text = JSON.stringify([commandId, service, type, owner, Date.parse(at), ...unconfirmed]);
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${signature(payload, signs)}`;
}

export function operationPath(id: string): string {
  return `/api/operations/${id}`;
}

/** Decodes an operation's id. Null for an id that this store did not issue. */
export function readOperationId(id: string, keys: OperationIdKeys, now: number): OperationRef | null {
  const [payload = '', signed = '', ...rest] = id.split('.');
  if (rest.length > 0 || !isSigned(payload, signed, keys, now)) return null;
  const [commandId, service, type, owner, time, unconfirmed] = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  ) as [string, ServiceName, string, string, number, 1?];
  const ref = { commandId, service, type, owner, at: new Date(time).toISOString() };
  return unconfirmed === 1 ? { ...ref, isUnconfirmed: true } : ref;
}

/** The path of the earlier operation that caused the error. `extra.first` has its command id. Null if there is none. */
export function firstOperation(
  { extra }: Pick<ProblemDetails, 'extra'>,
  service: ServiceName,
  keys: Pick<OperationIdKeys, 'signs'>,
): string | null {
  const first = extra?.['first'] as Omit<OperationRef, 'service'> | undefined;
  return first ? operationPath(operationId({ ...first, service }, keys)) : null;
}

/** The error, with the path of the operation that it is about. */
export function withOperation({ code, ...details }: ProblemDetails, operation: string): Problem {
  const headers = { ...details.headers, Location: operation };
  return new Problem(code, { ...details, extra: { ...details.extra, operation }, headers });
}

/** If an earlier operation caused the rejection of a command, adds that operation's path to the record of the command. */
export function namingFirst(
  record: KnownOperation['record'],
  service: ServiceName,
  keys: Pick<OperationIdKeys, 'signs'>,
): KnownOperation['record'] {
  if (!record || !('problem' in record.outcome)) return record;
  const { problem } = record.outcome;
  const operation = firstOperation(problem, service, keys);
  if (operation === null) return record;
  const named = { ...problem, extra: { ...problem.extra, operation } };
  return { ...record, outcome: { ...record.outcome, problem: named } };
}

function isSigned(payload: string, signed: string, keys: OperationIdKeys, now: number): boolean {
  const still = keys.accepted.filter(({ until }) => until === null || now < until);
  return [keys.signs, ...still.map(({ key }) => key)].some((key) => {
    const [expected, given] = [Buffer.from(signature(payload, key)), Buffer.from(signed)];
    // Compares the lengths in bytes, because a signature with the same number of characters may have more bytes.
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function signature(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(`operation:${payload}`).digest('base64url').slice(0, 22);
}
