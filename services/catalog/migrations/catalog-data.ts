import { beginLedger } from '#shared/commands/migrations/begin-ledger.ts';
import { foldTexts } from '#shared/commands/migrations/fold-texts.ts';
import { keepUnfinishedWork } from '#shared/commands/migrations/keep-unfinished-work.ts';
import { nameMakers, namedIn } from '#shared/commands/migrations/name-makers.ts';
import { scanCollections } from '#shared/commands/migrations/scan-collections.ts';
import { shortenOutcomes } from '#shared/commands/migrations/shorten-outcomes.ts';
import type { ServiceData } from '#shared/mongo/service-data.ts';
import type { CatalogTables } from '../rules/tables.ts';
import { trackedByCatalog } from '../rules/tracked.ts';

/** Only processes that know short outcomes can read data of this version or later. */
export const shortOutcomesFrom = 4;

/** From this version on, every tracked record has rows in the ledger. */
export const ledgerFrom = 6;

/** The catalog's data, with every migration since release 0.1.0. */
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
      summary: 'search finds products and subscriptions in any spelling of their names',
      runsBeside: true,
      ...scanCollections(
        ['products', 'subscriptions'].map((collection) => foldTexts({ collection, field: 'search' })),
      ),
    },
    beginLedger<CatalogTables>(ledgerFrom, trackedByCatalog),
  ],
  formerIndexes: [{ collection: 'inbox', key: { accepted_at: -1, _id: -1 }, from: shortOutcomesFrom }],
};
