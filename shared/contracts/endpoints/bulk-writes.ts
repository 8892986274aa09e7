import { post, put } from '../kit/define.ts';
import { blankable, isBlank, nullable, object, sometimes } from '../kit/fields.ts';
import { activity, flag } from '../kit/field-kinds.ts';
import type { ListContract } from '../kit/list-query.ts';
import { oneSelection, selectionErrors, selectionFields } from '../kit/selection.ts';
import { bulkOperationSchema } from './operations.ts';
import { onePriceChange, priceChange, priceChangeErrors } from './price-change.ts';

export function bulkFields(list: ListContract<unknown>) {
  return { ...selectionFields(list), dry_run: nullable(flag()) };
}

export const selectionWords =
  'Send either `ids`, up to 100,000, or a selection: `filters`, `search` or both, as in the list, or `all`. A selection is looked up once, when the request is accepted (`frozen_at`): later matches are not changed, and records that no longer match are still changed. A selection of more than 100,000 records is rejected.';

export function bulkCatalogChange<const Resource extends string>(
  resource: Resource,
  list: ListContract<unknown>,
) {
  return put(`/api/admin/${resource}/bulk-update`, {
    summary: `Change the price of many ${resource}, activate or deactivate them`,
    description: [
      'Changes each record alone; missing and rejected records are listed. 200 with the counts if it ends within the wait, otherwise 202 with the operation.',
      '',
      selectionWords,
      '',
      '`status`, `price` or both. A record whose price would fall below 0 or rise above the maximum is rejected and keeps its price. An operation on prices has the type',
      `\`${resource}.bulk-price\`; \`dry_run\` shows each price before and after.`,
    ].join('\n'),
    body: object({ ...bulkFields(list), status: sometimes(activity()), price: blankable(priceChange()) }),
    check: (_body, sent) => [
      ...selectionErrors(list, sent),
      ...priceChangeErrors(sent['price']),
      ...(sent['status'] === undefined && isBlank(sent['price'])
        ? [{ field: 'status', rule: 'required' } as const]
        : []),
    ],
    crossFieldSchema: {
      ...oneSelection(list),
      if: { properties: { price: true }, required: ['price'] },
      then: { properties: { price: onePriceChange } },
      else: { properties: { status: true }, required: ['status'] },
    },
    // Version 2 added `price`: a worker that does not know `price` would deactivate the records. Version 3 added `filters`,
    // `search` and `all`, which select records without their ids.
    version: 3,
    answers: bulkOperationSchema,
    example: { ids: [1, 2, 3], status: 'inactive' },
    bulk: true,
    changes: ['price', 'is_active'],
  });
}

/** Version 2 added `filters`, `search` and `all`, which select records without their ids. */
export function bulkDeletion<const Resource extends string>(
  resource: Resource,
  list: ListContract<unknown>,
  version = 2,
) {
  return post(`/api/admin/${resource}/bulk-delete`, {
    summary: `Delete many ${resource}`,
    description: [
      'Deletes each record alone; missing and rejected records are listed. `dry_run` rehearses it.',
      '',
      selectionWords,
    ].join('\n'),
    body: object(bulkFields(list)),
    check: (_body, sent) => selectionErrors(list, sent),
    crossFieldSchema: oneSelection(list),
    version,
    answers: bulkOperationSchema,
    example: { ids: [4, 5, 6] },
    bulk: true,
  });
}
