import { judgedById } from '#shared/engine/audit/audit-records.ts';
import { eachPage } from '#shared/engine/audit/read-pages.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import { paymentFindings, strayPayment } from '../payment-findings.ts';
import type { Payment } from '../../records/tables.ts';
import { ordersThere } from './audit-strays.ts';

/** Audits each payment alone, and checks that its order exists. The section of orders compares both. */
export const paymentsSection: AuditSection = {
  name: 'payments',
  look: (looking, report) =>
    eachPage<Payment>(looking, 'payments', { projection: { search: 0 } }, async (payments, snapshot) => {
      report.found(payments.flatMap((payment) => judgedById('payments', payment, paymentFindings)));
      report.counted('payments', payments.length);
      const there = await ordersThere(
        snapshot,
        payments.map(({ order_id: order }) => order),
      );
      report.found(payments.filter(({ order_id: order }) => !there.has(order)).map(strayPayment));
    }),
};
