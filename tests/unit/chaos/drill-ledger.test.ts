import { describe, expect, test } from '@jest/globals';

import { drillLedger, type DrillFacts } from '#instruments/chaos/drill/drill-ledger.ts';
import type { Entry } from '#instruments/chaos/ledger.ts';
import { anEntry } from './an-entry.ts';

const facts: DrillFacts = {
  momentAt: 1000,
  disasterAt: 2000,
  restoredAt: 3000,
  restored: new Map([
    ['orders/1', 4_000_000],
    ['carts/7', 5],
  ]),
  lastId: 1,
  jumpedTo: 100,
};

function placed(key: string, id: number, at: number, line = id): Entry {
  const content = JSON.stringify({ data: { id, order_number: `N${id}`, items: [{ id: line }] } });
  return anEntry({ type: 'orders.checkout', key }, [{ status: 201, version: 1, content, at }]);
}

function filled(key: string, version: number, at: number): Entry {
  return anEntry({ type: 'cart.add', owner: 'client:7', key }, [{ version, at }]);
}

describe('ledger of a restore drill', () => {
  test('the report of a restore drill lists writes between the backup and the loss of the store as lost, and earlier writes as kept', () => {
    const entries = [placed('a', 1, 900), placed('b', 2, 1500), filled('c', 5, 950), filled('d', 6, 1600)];
    const { before, kept, lost, after, faults } = drillLedger([...entries, placed('e', 101, 3500)], facts);
    expect({ before, kept, after, faults }).toEqual({ before: 4, kept: 2, after: 1, faults: [] });
    expect(lost).toEqual(['orders.checkout b, orders/2 at version 1', 'cart.add d, carts/7 at version 6']);
  });

  test('the report of a restore drill contains a fault if the restore lost a write that was made before the backup', () => {
    expect(drillLedger([filled('c', 6, 900)], facts).faults).toEqual([
      'lost, although written before the backup: cart.add c, carts/7 at version 6',
    ]);
  });

  test('the report of a restore drill contains a fault for a restored order whose id is higher than the last order id in the backup', () => {
    const restored = new Map([['orders/2', 4_000_000]]);
    expect(drillLedger([placed('b', 2, 1500)], { ...facts, restored }).faults).toHaveLength(1);
  });

  test('the report of a restore drill lists order ids, order numbers and line ids assigned both before the loss and after the restore', () => {
    const { faults, twice } = drillLedger([placed('b', 2, 1500), placed('e', 2, 3500)], facts);
    expect(twice).toHaveLength(4);
    expect(faults).toEqual(expect.arrayContaining(twice));
    const line = drillLedger([placed('b', 2, 1500), placed('e', 101, 3500, 2)], facts).faults;
    expect(line).toEqual(['assigned twice: line 2 to b at the first store and e at the restored store']);
  });
});
