import { beginLedger } from '#shared/commands/migrations/begin-ledger.ts';
import { keepUnfinishedWork } from '#shared/commands/migrations/keep-unfinished-work.ts';
import { nameMakers, namedIn } from '#shared/commands/migrations/name-makers.ts';
import { shortenOutcomes } from '#shared/commands/migrations/shorten-outcomes.ts';
import type { ServiceData } from '#shared/mongo/service-data.ts';
import type { OrdersTables } from '../rules/tables.ts';
import { trackedByOrders } from '../rules/tracked.ts';
import { findCustomers } from './find-customers.ts';
import { foldSearchTexts } from './fold-search-texts.ts';
import { hideAuthorsFromShoppers } from './hide-authors-from-shoppers.ts';
import { nameMakersOfItems } from './name-makers-of-items.ts';

/** Only processes that know short outcomes can read data of this version or later. */
export const shortOutcomesFrom = 5;

/** From this version on, every tracked record has rows in the ledger. */
export const ledgerFrom = 7;

/** At this version no process of 0.5.0 runs any more; the lists of that release need the former indexes of orders. */
const customersFoundFrom = 8;

/** The orders service's data, with every migration since release 0.1.0. */
export const ordersData: ServiceData = {
  service: 'orders',
  readsFrom: 1,
  migrations: [
    keepUnfinishedWork(2),
    nameMakers(3, {
      'users.create': namedIn('users'),
      'addresses.create': namedIn('addresses'),
      'own-addresses.create': namedIn('addresses'),
      'orders.create': namedIn('orders'),
      'orders.checkout': namedIn('orders'),
      'order-items.create': nameMakersOfItems,
    }),
    hideAuthorsFromShoppers(4),
    shortenOutcomes(shortOutcomesFrom),
    foldSearchTexts(6),
    beginLedger<OrdersTables>(ledgerFrom, trackedByOrders),
    findCustomers(customersFoundFrom),
  ],
  formerIndexes: [
    { collection: 'inbox', key: { accepted_at: -1, _id: -1 }, from: shortOutcomesFrom },
    ...[
      { user_id: 1, _id: 1 },
      { address_id: 1, _id: 1 },
      { updated_at: 1, _id: 1, status: 1, payment_method: 1 },
    ].map((key) => ({ collection: 'orders', key, from: customersFoundFrom })),
    // No release declared these, only development versions.
    { collection: 'orders', key: { total: 1, _id: 1, status: 1, payment_method: 1 } },
    ...['updated_at', 'items.product_id'].map((field) => ({
      collection: 'orders',
      key: { [field]: 1, _id: 1, status: 1, payment_method: 1, total: 1 },
    })),
  ],
};
