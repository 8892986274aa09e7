import { keepUnfinishedWork } from '#shared/commands/migrations/keep-unfinished-work.ts';
import { nameMakers, namedIn } from '#shared/commands/migrations/name-makers.ts';
import type { ServiceData } from '#shared/mongo/service-data.ts';

/** The catalog's data: every step from that of 0.1.0 to today's. */
export const catalogData: ServiceData = {
  service: 'catalog',
  readsFrom: 1,
  migrations: [
    keepUnfinishedWork(2),
    nameMakers(3, {
      'products.create': namedIn('products'),
      'subscriptions.create': namedIn('subscriptions'),
    }),
  ],
  formerIndexes: [],
};
