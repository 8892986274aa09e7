import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';

/** What can be repaired without a decision, since it follows from other data. */
export type Repair =
  | { kind: 'held'; productId: number }
  | { kind: 'item-rows'; orderId: number }
  | { kind: 'order-text'; orderId: number }
  | { kind: 'order-counts' }
  | { kind: 'product-copy'; productId: number }
  | { kind: 'parked-record'; service: ServiceName; commandId: string };

/** One broken invariant of the store's data. */
export interface Finding {
  rule: string;
  /** `inventory/7`, `orders/12`. */
  subject: string;
  detail: string;
  /** Null: an operator has to decide. */
  repair: Repair | null;
}

export function finding(
  rule: string,
  subject: string,
  detail: string,
  repair: Repair | null = null,
): Finding {
  return { rule, subject, detail, repair };
}
