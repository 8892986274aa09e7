import type { Request, Response } from 'express';
import { applyCommand, rehearsalUnfinished } from '#shared/decide/apply-rehearsal.ts';
import { operationUnfinished, undoCommand } from '#shared/decide/undo-operation.ts';
import { write, type AnyWrite, type ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { bulkOperationSchema } from '#shared/contracts/endpoints/operations.ts';
import { nullable, object, required } from '#shared/contracts/schema-kit/fields.ts';
import { flag, text } from '#shared/contracts/schema-kit/field-kinds.ts';
import { Problem, type FieldError } from '#shared/errors.ts';
import { principalOf } from '../auth/access.ts';
import { contextOf, pathOf } from '../http/request-context.ts';
import { readQuery } from '../http/request-query.ts';
import type { WriteEndpoint } from '../routes.ts';
import type { SubmitCommand } from '../writes/submit-command.ts';
import type { FindOperation } from './find-operation.ts';
import type { OperationResource } from './operation-resource.ts';
import { isBulkWork } from './queued-records.ts';

export const followUpActs = ['apply', 'undo'] as const;
export type FollowUpAct = (typeof followUpActs)[number];

export const followUpBodies = { apply: object({}), undo: object({ dry_run: nullable(flag()) }) };

const commandOf = { apply: applyCommand, undo: undoCommand };
const operation = () => required(text({ max: 64 }));
const commandBodies = {
  apply: object({ operation: operation(), dry_run: nullable(flag()) }),
  undo: object({ operation: operation(), dry_run: nullable(flag()) }),
};

/**
 * Responds like any bulk work. Throws `not_found` for a caller without write access, and `conflict` for an operation that is not
 * bulk work.
 */
export async function submitFollowUp(
  { find, submitCommand }: { find: FindOperation; submitCommand: SubmitCommand },
  act: FollowUpAct,
  { body, id }: { body: Record<string, unknown>; id: string },
  request: Request,
  response: Response,
): Promise<void> {
  requireWriter(response);
  const { reference, operation: found } = await find(id, response);
  if (found.dry_run === undefined && found.errors_total === undefined)
    throw new Problem('conflict', { detail: whyNot(act, reference.type, found.status) });
  const { service, commandId } = reference;
  const endpoint = followUpEndpoint(act, service, commandId);
  contextOf(response).endpoint = endpoint.id;
  const { subject, name } = principalOf(response);
  const records = recordsOf(act, found);
  await submitCommand(
    {
      endpoint,
      method: 'POST',
      path: pathOf(request),
      params: {},
      query: readQuery(request).fields,
      caller: { area: 'admin', subject, userId: null, ...(name !== undefined && { name }) },
      body: { ...body, operation: commandId },
      ...(records !== undefined && { records }),
      idempotencyKey: request.get('Idempotency-Key'),
      ifMatch: undefined,
      prefer: request.get('Prefer'),
    },
    response,
  );
}

/** Undefined if an earlier undo may have reverted some of the records. */
function recordsOf(
  act: FollowUpAct,
  { progress, result, undone_by: before }: OperationResource,
): number | undefined {
  if (act === 'apply') return progress.total;
  return result && 'changed' in result && before === null ? result.changed : undefined;
}

const unfinished = { apply: rehearsalUnfinished, undo: operationUnfinished };

/** Why an operation that has not begun as bulk work can't be applied or undone. */
function whyNot(act: FollowUpAct, type: string, status: OperationResource['status']): string {
  const isToCome = status === 'queued' || status === 'unknown';
  return isBulkWork(type) && isToCome ? unfinished[act] : 'Only bulk work can be applied or taken back.';
}

/** Throws `not_found` for a caller without the scope `admin`, so that the caller learns nothing about the operation. */
export function requireWriter(response: Response): void {
  if (!principalOf(response).scopes.has('admin')) throw new Problem('not_found');
}

/** Without this error, a client that asked for a rehearsal would get the real work. */
const appliedAsSeen: FieldError = { field: 'dry_run', rule: 'applied_as_seen' };

/** The path contains the command's id, so that follow-ups of different operations differ even with the same Idempotency-Key. */
function followUpEndpoint(act: FollowUpAct, service: ServiceName, commandId: string): WriteEndpoint {
  const declared: AnyWrite = write({
    method: 'post',
    path: `/api/operations/${commandId}/${act}`,
    summary: act,
    description: act,
    scope: 'admin',
    body: commandBodies[act],
    status: 200,
    answers: bulkOperationSchema,
    example: {},
    ...(act === 'apply' && {
      check: ({ dry_run: isRehearsal }) => (isRehearsal === true ? [appliedAsSeen] : []),
    }),
    bulk: true,
  });
  return { kind: 'write', id: commandOf[act](service), service, declared };
}
