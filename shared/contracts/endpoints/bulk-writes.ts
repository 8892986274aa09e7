import { write } from '../schema-kit/define.ts';
import { nullable, object, required } from '../schema-kit/fields.ts';
import { activity, flag } from '../schema-kit/field-kinds.ts';
import { idList } from '../schema-kit/id-list.ts';
import { bulkOperationSchema } from './operations.ts';

const maxBulkIds = 100_000;

/** The ids that bulk work is about, and whether to rehearse it. */
export const bulkFields = {
  ids: required(idList({ max: maxBulkIds })),
  dry_run: nullable(flag()),
};

/** `bulk-update` of records that can be active or not. */
export function bulkActivation<const Resource extends string>(resource: Resource) {
  return write({
    method: 'put',
    path: `/api/admin/${resource}/bulk-update`,
    summary: `Activate or deactivate many ${resource}`,
    description:
      'Each record by itself: what is missing or refused is listed, the rest is done. Up to 100,000 ids. Within the wait 200 with its counts, else 202 with the operation to follow.',
    scope: 'admin',
    body: object({ ...bulkFields, status: required(activity()) }),
    status: 200,
    answers: bulkOperationSchema,
    example: { ids: [1, 2, 3], status: 'inactive' },
    bulk: true,
  });
}

export function bulkDeletion<const Resource extends string>(resource: Resource) {
  return write({
    method: 'post',
    path: `/api/admin/${resource}/bulk-delete`,
    summary: `Delete many ${resource}`,
    description:
      'Each record by itself: what is missing or refused is listed, the rest is done. Up to 100,000 ids. `dry_run` rehearses it.',
    scope: 'admin',
    body: object(bulkFields),
    status: 200,
    answers: bulkOperationSchema,
    example: { ids: [4, 5, 6] },
    bulk: true,
  });
}
