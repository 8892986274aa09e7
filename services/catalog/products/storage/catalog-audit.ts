import { counterSection, eventsSection, recordSection } from '#shared/engine/audit/audit-records.ts';
import { ledgerSection } from '#shared/engine/audit/ledger-section.ts';
import { counterRepairs } from '#shared/engine/audit/repair-counter.ts';
import type { Repairs } from '#shared/engine/audit/repair-findings.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import { ledgerJudge } from '#shared/engine/audit/repair-ledger.ts';
import { rowsBehind } from '#shared/engine/commands/ledger/rows-behind.ts';
import { productFindings, subscriptionFindings } from '../audit-product.ts';
import type { CatalogTables, Product, Subscription } from '../../records/tables.ts';
import { trackedByCatalog } from '../../store/tracked.ts';

const withoutSearch = { projection: { search: 0 } };

export const catalogAudit: AuditSection[] = [
  counterSection(['products', 'subscriptions']),
  recordSection<Product>('products', productFindings, { ...withoutSearch, countedAs: 'products' }),
  recordSection<Subscription>('subscriptions', subscriptionFindings, withoutSearch),
  ledgerSection<CatalogTables>(trackedByCatalog),
  eventsSection('catalog'),
];

export const catalogRepairs: Repairs = {
  ...counterRepairs,
  ledger: ledgerJudge(rowsBehind<CatalogTables>(trackedByCatalog)),
};
