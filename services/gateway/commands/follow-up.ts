import type { Request, Response } from 'express';
import { undoCommand, applyCommand } from '#shared/engine/decide/bulk-operation.ts';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import { followUpLocals } from '#shared/contracts/endpoints/operation-endpoints.ts';
import { nullable, object, required } from '#shared/contracts/kit/fields.ts';
import { flag, text } from '#shared/contracts/kit/field-kinds.ts';
import { detail, Problem, type Detail, type FieldError } from '#shared/contracts/errors.ts';
import { writerIn } from '../auth/access.ts';
import { contextOf } from '../http/request-context.ts';
import { readQuery } from '../http/request-query.ts';
import type { SubmittedEndpoint } from '../http/routes.ts';
import type { LocalRequest } from '../locals/serve-locals.ts';
import type { SubmitCommand } from './submit-command.ts';
import type { FindOperation } from './find-operation.ts';
import type { OperationResource } from './operation-resource.ts';
import { isBulkWork } from './queued-records.ts';

type FollowUpAct = 'apply' | 'undo';

const commandOf = { apply: applyCommand, undo: undoCommand };
const commandBody = object({ operation: required(text({ max: 64 })), dry_run: nullable(flag()) });

/** Responds as for any bulk work. Throws `conflict` if the operation cannot be applied or undone. */
export async function submitFollowUp(
  { find, submitCommand }: { find: FindOperation; submitCommand: SubmitCommand },
  act: FollowUpAct,
  { params: { id }, sent }: LocalRequest<':id', unknown, unknown>,
  request: Request,
  response: Response,
): Promise<void> {
  const { reference, operation: found } = await find(id, response);
  if (found.dry_run === undefined && found.errors_total === undefined)
    throw new Problem('conflict', whyNot(act, reference.type, found.status));
  const { service, commandId } = reference;
  const endpoint = followUpEndpoint(act, service, commandId);
  contextOf(response).endpoint = endpoint.id;
  const records = recordsOf(act, found);
  await submitCommand(
    {
      endpoint,
      method: 'POST',
      params: {},
      query: readQuery(request).fields,
      caller: writerIn(response, 'admin'),
      body: { ...(await sent()), operation: commandId },
      ...(records !== undefined && { records }),
      idempotencyKey: request.get('Idempotency-Key'),
      ifMatch: undefined,
      prefer: request.get('Prefer'),
    },
    response,
  );
}

/** How many records the new bulk work changes. Undefined if an earlier undo may already have reverted some of them. */
function recordsOf(
  act: FollowUpAct,
  { progress, result, undone_by: before }: OperationResource,
): number | undefined {
  if (act === 'apply') return progress.total;
  if (before !== null) return undefined;
  return result && 'changed' in result ? result.changed : progress.total;
}

const unfinished = { apply: 'rehearsal_unfinished', undo: 'operation_unfinished' } as const;

function whyNot(act: FollowUpAct, type: string, status: OperationResource['status']): Detail {
  const isToCome = status === 'queued' || status === 'unknown';
  return detail(isBulkWork(type) && isToCome ? unfinished[act] : 'only_bulk_work');
}

/** Applying a rehearsal with `dry_run` is rejected: if `dry_run` were ignored, a client that only rehearses would change data. */
const appliedAsSeen: FieldError = { field: 'dry_run', rule: 'applied_as_seen' };

/** The path contains the command's id. So the undos of two operations are two commands, even with the same Idempotency-Key. */
function followUpEndpoint(act: FollowUpAct, service: ServiceName, commandId: string): SubmittedEndpoint {
  return {
    id: commandOf[act](service),
    service,
    declared: {
      path: followUpLocals[`operations.${act}`].path.replace(':id', commandId),
      body: commandBody,
      bulk: true,
      ...(act === 'apply' && {
        check: ({ dry_run: isRehearsal }) => (isRehearsal === true ? [appliedAsSeen] : []),
      }),
    },
  };
}
