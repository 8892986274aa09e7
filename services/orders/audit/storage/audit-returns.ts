import { judgedById } from '#shared/engine/audit/audit-records.ts';
import { eachPage } from '#shared/engine/audit/read-pages.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import { returnFindings, strayReturn } from '../return-findings.ts';
import type { OrderReturn } from '../../records/tables.ts';
import { ordersThere } from './audit-strays.ts';

/** Audits each return alone, and checks that its order exists. The section of orders compares both. */
export const returnsSection: AuditSection = {
  name: 'returns',
  look: (looking, report) =>
    eachPage<OrderReturn>(looking, 'returns', { projection: { search: 0 } }, async (returns, snapshot) => {
      report.found(returns.flatMap((record) => judgedById('returns', record, returnFindings)));
      report.counted('returns', returns.length);
      const there = await ordersThere(
        snapshot,
        returns.map(({ order_id: order }) => order),
      );
      report.found(returns.filter(({ order_id: order }) => !there.has(order)).map(strayReturn));
    }),
};
