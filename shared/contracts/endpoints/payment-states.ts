import * as s from '../kit/resource-schema.ts';

export const paymentProviders = ['manual'] as const;
export type PaymentProvider = (typeof paymentProviders)[number];

const nextPaymentStates = {
  authorised: ['captured', 'voided'],
  captured: ['part_refunded', 'refunded', 'voided'],
  part_refunded: ['part_refunded', 'refunded'],
  refunded: [],
  voided: [],
} as const satisfies Record<string, readonly string[]>;

export type PaymentState = keyof typeof nextPaymentStates;
export const paymentStates = Object.keys(nextPaymentStates) as PaymentState[];

export function paymentStatesAfter(state: PaymentState): readonly PaymentState[] {
  return nextPaymentStates[state];
}

/** How far an order is paid, derived from its payments. */
export const paymentStatuses = [
  'unpaid',
  'authorised',
  'part_paid',
  'paid',
  'overpaid',
  'part_refunded',
  'refunded',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentStatusSchema = s.oneOf(
  'PaymentStatus',
  paymentStatuses,
  [
    'The first that fits. While nothing is captured: `authorised` with an open authorisation; `paid` if the order is live and',
    'nothing is owed; `unpaid`. Otherwise: `refunded` if `paid` is 0; `overpaid` if `due` is negative; `part_refunded` after a',
    'refund; `part_paid` if something is due; `paid`.',
  ].join(' '),
);
