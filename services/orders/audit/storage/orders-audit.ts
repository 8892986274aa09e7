import { recordSection } from '#shared/engine/audit/audit-records.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import { damagedBy, judged } from '#shared/engine/decide/audit-finding.ts';
import { eachPage } from '#shared/engine/audit/read-pages.ts';
import { faults } from '../../records/damaged-records.ts';
import type { OrderReturn, Payment, SavedViews } from '../../records/tables.ts';
import { paymentFindings, strayPayment } from '../payment-findings.ts';
import { returnFindings, strayReturn } from '../return-findings.ts';
import { ordersSection } from './audit-orders.ts';
import { addressesSection, cartsSection, usersSection, erasuresSection } from './audit-people.ts';
import { statisticsSection } from './audit-statistics.ts';
import { totalsSection } from './audit-stock.ts';
import { numbersSection, straysSection, withoutOrder } from './audit-strays.ts';

const savedViewsFindings = damagedBy('saved_views', faults.savedViews);

/** The id of a saved-views record is the subject of its owner's token, not a number. */
const savedViewsSection: AuditSection = {
  name: 'saved_views',
  look: (looking, report) =>
    eachPage<SavedViews>(looking, 'saved_views', {}, (all) => {
      report.found(all.flatMap((views) => judged('saved_views', views, savedViewsFindings)));
      return Promise.resolve();
    }),
};

const withoutSearch = { projection: { search: 0 } };

/** Audits each payment and return alone, and checks that its order exists. The section of orders compares them with their order. */
const paymentsSection = recordSection<Payment>('payments', paymentFindings, {
  ...withoutSearch,
  countedAs: 'payments',
  others: withoutOrder(strayPayment),
});
const returnsSection = recordSection<OrderReturn>('returns', returnFindings, {
  ...withoutSearch,
  countedAs: 'returns',
  others: withoutOrder(strayReturn),
});

/** The rules for missing records that no command deleted. */
export const lostRules = {
  orders: { rule: 'order-lost' },
  users: { rule: 'user-lost' },
  addresses: { rule: 'address-lost' },
  inventory: { rule: 'stock-missing', repair: 'stock' },
} as const;

const copySection = recordSection('products', damagedBy('product copies', faults.products));

export function ordersAudit(options: { keepsBaselines: boolean }): AuditSection[] {
  return [
    ordersSection,
    numbersSection,
    totalsSection(options),
    statisticsSection,
    straysSection,
    paymentsSection,
    returnsSection,
    usersSection,
    addressesSection,
    cartsSection,
    erasuresSection,
    savedViewsSection,
    copySection,
  ];
}
