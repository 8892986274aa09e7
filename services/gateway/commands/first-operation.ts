import type { KnownOperation } from '#shared/engine/commands/operation-routes.ts';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import type { ProblemDetails } from '#shared/contracts/errors.ts';
import type { OperationIdKeys } from '#shared/platform/process/internal-secrets.ts';
import { operationId, operationPath, type OperationRef } from './operation-id.ts';

type Signs = Pick<OperationIdKeys, 'signs'>;

/** The path of the operation because of which a request was rejected. `extra.first` contains its command id. */
export function firstOperation(
  { extra }: Pick<ProblemDetails, 'extra'>,
  service: ServiceName,
  keys: Signs,
): string | null {
  const first = extra?.['first'] as Omit<OperationRef, 'service'> | undefined;
  return first ? operationPath(operationId({ ...first, service }, keys)) : null;
}

/** Adds the path of the earlier operation to a rejected command's record. */
export function namingFirst(
  record: KnownOperation['record'],
  service: ServiceName,
  keys: Signs,
): KnownOperation['record'] {
  if (!record || !('problem' in record.outcome)) return record;
  const { problem } = record.outcome;
  const operation = firstOperation(problem, service, keys);
  if (operation === null) return record;
  const named = { ...problem, extra: { ...problem.extra, operation } };
  return { ...record, outcome: { ...record.outcome, problem: named } };
}
