import { counterSection, eventsSection, recordSection } from '#shared/audit/audit-records.ts';
import { ledgerSection } from '#shared/audit/ledger-section.ts';
import { counterRepairs } from '#shared/audit/repair-counter.ts';
import type { Repairs } from '#shared/audit/repair-findings.ts';
import type { AuditSection } from '#shared/audit/run-audit.ts';
import { ledgerJudge } from '#shared/audit/repair-ledger.ts';
import { rowsBehind } from '#shared/commands/ledger/rows-behind.ts';
import { productFindings, subscriptionFindings } from '../rules/audit-product.ts';
import type { CatalogTables, Product, Subscription } from '../rules/tables.ts';
import { trackedByCatalog } from '../rules/tracked.ts';

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
