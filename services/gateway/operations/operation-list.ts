import { operationExport, operationList } from '#shared/contracts/endpoints/operation-endpoints.ts';
import type { ExportRequest } from '#shared/contracts/schema-kit/exports.ts';
import type { Field, StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import {
  otherDialect,
  toPaging,
  unknownFilters,
  type Paging,
  type QueryFields,
} from '#shared/contracts/schema-kit/list-query.ts';
import { validate } from '#shared/contracts/schema-kit/validate.ts';
import { Problem } from '#shared/errors.ts';
import { askedExport, type Accepts } from '../reads/asked-export.ts';

type Filters = NonNullable<(typeof operationList)['filtersType']>;

export interface OperationsQuery {
  filters: Filters;
  isOldestFirst: boolean;
  paging: Paging;
  /** Null: the response is JSON. */
  file: ExportRequest | null;
}

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
