import { damagedBy } from '#shared/engine/decide/audit-finding.ts';
import { trackedIn, type Resources } from '#shared/engine/decide/resource.ts';
import { productFindings } from '../products/audit-product.ts';
import { faults } from '../records/damaged-records.ts';
import type { CatalogRecords } from '../records/tables.ts';

export const catalogResources = {
  products: {
    hasSequence: true,
    isMadeOnce: true,
    fault: faults.products,
    tracked: {
      money: new Set(['price', 'manufacturing_price']),
      without: new Set(['available', 'stock_version', 'sold_out']),
    },
    findings: productFindings,
    countedAs: 'products',
  },
  subscriptions: {
    hasSequence: true,
    isMadeOnce: true,
    fault: faults.subscriptions,
    tracked: { money: new Set(['price']) },
    findings: damagedBy('subscriptions', faults.subscriptions),
  },
} satisfies Resources<CatalogRecords>;

export const trackedByCatalog = trackedIn(catalogResources);
