import { faults as catalogFaults } from '#services/catalog/rules/damaged-records.ts';
import { faults as orderFaults } from '#services/orders/rules/damaged-records.ts';
import type { FaultOf } from '#shared/decide/readable-records.ts';
import type { Snapshot } from './audit-client.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

type Stored = Readonly<Record<string, unknown>> & { _id: number };

// Orders are looked at as they stream by.
const { orders: _orders, counters: _counters, ...ofOrders } = orderFaults;
const { counters: _sequences, ...ofCatalog } = catalogFaults;
const judged = { orders: ofOrders, catalog: ofCatalog } as unknown as Record<
  'orders' | 'catalog',
  Record<string, FaultOf<Stored>>
>;

/** A record that nobody can read or change: it has to be restored. */
export function damagedFinding(subject: string, fault: string): Finding {
  return finding(
    'record-damaged',
    subject,
    `${fault}: it is shown as unreadable, and every change of it is refused`,
  );
}

/** The damaged records of all collections but the orders themselves. */
export async function readDamaged(snapshot: Snapshot): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const service of ['orders', 'catalog'] as const) {
    for (const [name, faultOf] of Object.entries(judged[service])) {
      const { session } = snapshot;
      const records = snapshot[service]
        .collection<Stored>(name)
        .find<Stored>({}, { projection: { search: 0 }, session });
      for await (const record of records) {
        const fault = faultOf(record);
        const subject = service === 'orders' && name === 'products' ? 'product copies' : name;
        if (fault !== null) findings.push(damagedFinding(`${subject}/${record._id}`, fault));
      }
    }
  }
  return findings;
}
