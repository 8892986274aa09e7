import {
  operationSchema,
  operationStatuses,
  type OperationStatus,
} from '#shared/contracts/endpoints/operations.ts';
import { exportOfRecords, type ExportRequest } from '#shared/contracts/schema-kit/exports.ts';
import { describe, field, type Field, type StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import { noneOf, text, word } from '#shared/contracts/schema-kit/field-kinds.ts';
import { dateFilter, inOneText } from '#shared/contracts/schema-kit/filter-kinds.ts';
import {
  listOf,
  otherDialect,
  pagingFields,
  toPaging,
  unknownFilters,
  type Paging,
  type QueryFields,
} from '#shared/contracts/schema-kit/list-query.ts';
import { validate } from '#shared/contracts/schema-kit/validate.ts';
import { Problem } from '#shared/errors.ts';
import { askedExport, type Accepts } from '../reads/asked-export.ts';
import { endpoints } from '../routes.ts';

/** Numbered pages end at this operation, because each service has to read all operations before a page. */
export const deepestRow = 10_000;

const types = endpoints.filter(({ kind }) => kind === 'write').map(({ id }) => id);

export const operationList = listOf({
  filters: {
    status: statusFilter(),
    type: describe(word(types), 'The write that it is.'),
    owner: describe(text({ max: 300 }), 'Whose it is: `admin:layla`, `client:7`.'),
    created_at: dateFilter(),
  },
  searchable: [],
  sortable: ['created_at'],
  paginate: describe(
    pagingFields.paginate,
    `Pages with links and meta, up to the ${deepestRow}th operation; cursor: cursor pages, to the very last one.`,
  ),
});

type Filters = NonNullable<(typeof operationList)['filtersType']>;

export interface OperationsQuery {
  filters: Filters;
  isOldestFirst: boolean;
  paging: Paging;
  /** Null: the response is JSON. */
  file: ExportRequest | null;
}

export const operationExport = exportOfRecords(operationSchema);

/** Throws `validation_failed` (422) with all invalid parameters. The list always has pages, except as a file. */
export function readOperationsQuery(
  fields: Record<string, unknown>,
  accepts: Accepts,
  locale: StoreLocale,
): OperationsQuery {
  const asked = askedExport(operationExport, { sent: fields, accepts }, locale);
  const { value, errors } = validate(operationList.query as Field<QueryFields>, fields, locale);
  const unknown = [
    ...unknownFilters(operationList, fields['filters']),
    ...otherDialect(operationList, fields['filter']),
  ];
  const all = [...errors, ...unknown, ...asked.errors];
  if (all.length > 0) throw new Problem('validation_failed', { fields: all });
  const { filters = {}, sort = [], paginate = asked.request ? 'all' : 'pages' } = value;
  return {
    filters,
    isOldestFirst: sort[0]?.descending === false,
    paging: toPaging({ ...value, paginate: paginate === 'all' && !asked.request ? 'pages' : paginate }),
    file: asked.request,
  };
}

/** One status, or several separated by commas. */
function statusFilter(): Field<readonly OperationStatus[]> {
  const name = `(${operationStatuses.join('|')})`;
  return field({
    schema: {
      type: 'string',
      pattern: `^${name}(, *${name})*$`,
      description: `${operationStatuses.join(', ')}; several by comma. Work that no worker has seen is in no list.`,
    },
    read: (value) => {
      const names = new Set(
        String(inOneText(value))
          .toLowerCase()
          .split(',')
          .map((one) => one.trim()),
      );
      const known = operationStatuses.filter((status) => names.has(status));
      return known.length === names.size ? { value: known } : noneOf(operationStatuses);
    },
  });
}
