import fc from 'fast-check';

import { orderStates } from '#shared/contracts/endpoints/order-states.ts';
import { tableNames, type Shop, type TableName } from './random-shop.ts';

/** A bulk write by an admin. */
export interface BulkWork {
  table: TableName;
  method: 'POST' | 'PUT';
  path: string;
  body: object;
  /** Whether the bulk write is first run as a dry run and then applied. */
  isRehearsed: boolean;
}

const cents = (most: number) => fc.integer({ min: -most, max: most }).map((some) => some / 100);
const priceChange = fc.oneof(
  cents(50_000).map((by) => ({ by })),
  fc.integer({ min: -10_000, max: 30_000 }).map((hundredths) => ({ percent: hundredths / 100 })),
  fc.integer({ min: 0, max: 99_999 }).map((some) => ({ set: some / 100 })),
);
const activity = fc.constantFrom('active', 'inactive');

const changes = {
  orders: fc.oneof(
    ...[3, 1].map((weight) => ({
      weight,
      arbitrary:
        weight === 1
          ? fc.constant('delete' as const)
          : fc.constantFrom(...orderStates).map((status) => ({ status, reject_reason: `now ${status}` })),
    })),
  ),
  products: catalogChange(),
  subscriptions: catalogChange(),
};

function catalogChange() {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant('delete' as const) },
    { weight: 2, arbitrary: activity.map((status) => ({ status })) },
    { weight: 2, arbitrary: priceChange.map((price) => ({ price })) },
    { weight: 2, arbitrary: fc.record({ price: priceChange, status: activity }) },
  );
}

const chosen = fc.oneof(
  fc.constant('all' as const),
  fc.constant('search' as const),
  fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 5 }),
);

/**
 * Generates bulk work by ids or by list filters, either direct or as a dry run that is then applied. Each value is a
 * function of the shop.
 */
export const bulkWork: fc.Arbitrary<(shop: Shop) => BulkWork> = fc
  .constantFrom(...tableNames)
  .chain((table) =>
    fc
      .record({ change: changes[table], choice: chosen, isRehearsed: fc.boolean() })
      .map(({ change, choice, isRehearsed }) => (shop: Shop): BulkWork => {
        const named = selection(shop, table, choice);
        return change === 'delete'
          ? { table, method: 'POST', path: `/api/admin/${table}/bulk-delete`, body: named, isRehearsed }
          : {
              table,
              method: 'PUT',
              path: `/api/admin/${table}/bulk-update`,
              isRehearsed,
              body: { ...named, ...change },
            };
      }),
  );

function selection(
  { ids, word, orderNumber, userId }: Shop,
  table: TableName,
  choice: 'all' | 'search' | number[],
): object {
  if (choice === 'search') return { search: table === 'orders' ? orderNumber : word };
  if (choice === 'all') return { filters: table === 'orders' ? { user_id: userId } : { name: word } };
  return { ids: choice.map((at) => ids[table][at % ids[table].length]) };
}

/** A write by another caller to one record. */
export interface OthersWrite {
  /** The record, such as `orders/12`. */
  of: string;
  path: string;
  body: object;
}

/** Random writes that change no stock, so that an undo rejects records only because these writes changed them. */
export const othersWrites: fc.Arbitrary<(shop: Shop) => OthersWrite[]> = fc
  .array(fc.record({ table: fc.constantFrom(...tableNames), at: fc.nat({ max: 5 }), text: fc.uuid() }), {
    minLength: 1,
    maxLength: 6,
  })
  .map(
    (writes) =>
      ({ ids }: Shop) =>
        writes.map(({ table, at, text }) => {
          const id = ids[table][at % ids[table].length] ?? 0;
          const body = table === 'orders' ? { notes: text } : { en: { name: text } };
          return { of: `${table}/${id}`, path: `/api/admin/${table}/${id}`, body };
        }),
  );
