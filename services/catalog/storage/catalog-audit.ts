import { counterSection, eventsSection, recordSection } from '#shared/audit/audit-records.ts';
import { counterRepairs } from '#shared/audit/repair-counter.ts';
import type { Repairs } from '#shared/audit/repair-findings.ts';
import type { AuditSection } from '#shared/audit/run-audit.ts';
import { productFindings, subscriptionFindings } from '../rules/audit-product.ts';
import type { Product, Subscription } from '../rules/tables.ts';

const withoutSearch = { projection: { search: 0 } };

/** All that is judged in the catalog's own database. */
export const catalogAudit: AuditSection[] = [
  counterSection(['products', 'subscriptions']),
  recordSection<Product>('products', productFindings, { ...withoutSearch, countedAs: 'products' }),
  recordSection<Subscription>('subscriptions', subscriptionFindings, withoutSearch),
  eventsSection('catalog'),
];

export const catalogRepairs: Repairs = counterRepairs;
