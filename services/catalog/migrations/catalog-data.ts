import { beginLedger } from '#shared/commands/migrations/begin-ledger.ts';
import { foldTexts } from '#shared/commands/migrations/fold-texts.ts';
import { keepUnfinishedWork } from '#shared/commands/migrations/keep-unfinished-work.ts';
import { nameMakers, namedIn } from '#shared/commands/migrations/name-makers.ts';
import { scanCollections } from '#shared/commands/migrations/scan-collections.ts';
import { shortenOutcomes } from '#shared/commands/migrations/shorten-outcomes.ts';
import type { ServiceData } from '#shared/mongo/service-data.ts';
import type { CatalogTables } from '../rules/tables.ts';
import { trackedByCatalog } from '../rules/tracked.ts';

/** Data of this version or a later one is read by no process that does not know short outcomes. */
export const shortOutcomesFrom = 4;

/** From this version on every record that is told has its rows in the ledger. */
export const ledgerFrom = 6;

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
    shortenOutcomes(shortOutcomesFrom),
    {
      version: 5,
      summary: 'products and subscriptions are found however their names are spelt',
      runsBeside: true,
      ...scanCollections(
        ['products', 'subscriptions'].map((collection) => foldTexts({ collection, field: 'search' })),
      ),
    },
    beginLedger<CatalogTables>(ledgerFrom, trackedByCatalog),
  ],
  formerIndexes: [{ collection: 'inbox', key: { accepted_at: -1, _id: -1 }, from: shortOutcomesFrom }],
};
