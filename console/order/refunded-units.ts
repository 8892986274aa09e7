import type { Payment, Return } from '#clients/typescript/src/main.ts';

interface Step {
  at: string;
  item: number;
  refunded: number;
  returned: number;
}

/**
 * The units of each order line that cannot be refunded again, by the line's id. The store does not serve this number, so the
 * function repeats what the store counted. Units that come back count as refunded, unless a refund of units came before.
 */
export function refundedUnits(
  payments: readonly Pick<Payment, 'refunds'>[],
  returns: readonly Pick<Return, 'lines' | 'history'>[],
): ReadonlyMap<number, number> {
  const counts = new Map<number, Omit<Step, 'at' | 'item'>>();
  const steps = [...payments.flatMap(refundSteps), ...returns.flatMap(returnSteps)];
  for (const { item, ...step } of steps.sort((a, b) => a.at.localeCompare(b.at))) {
    const before = counts.get(item) ?? { refunded: 0, returned: 0 };
    const returned = before.returned + step.returned;
    counts.set(item, { refunded: Math.max(before.refunded + step.refunded, returned), returned });
  }
  return new Map([...counts].map(([item, { refunded }]) => [item, refunded]));
}

function refundSteps({ refunds }: Pick<Payment, 'refunds'>): Step[] {
  return refunds.flatMap(({ at, lines }) =>
    (lines ?? []).map(({ item_id: item, amount }) => ({ at, item, refunded: amount, returned: 0 })),
  );
}

function returnSteps({ lines, history }: Pick<Return, 'lines' | 'history'>): Step[] {
  const at = history.find(({ to }) => to === 'received')?.at;
  if (at === undefined) return [];
  return lines.map(({ item_id: item, received }) => ({ at, item, refunded: 0, returned: received ?? 0 }));
}
