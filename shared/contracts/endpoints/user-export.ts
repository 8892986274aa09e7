import { read, type ResourceContract } from '../kit/define.ts';
import * as s from '../kit/resource-schema.ts';
import { addressSchema } from './addresses.ts';
import { amountSchema } from './order-lines.ts';
import { orderSchema } from './order-schema.ts';
import { paymentSchema } from './payments.ts';
import { returnSchema } from './returns.ts';
import { timelineEntrySchema } from './timeline.ts';
import { userSchema } from './users.ts';

const timeline = s.arrayOf(timelineEntrySchema, 'The newest first.');

const exportedAddressSchema = s.named('ExportedAddress', { address: addressSchema, timeline });
const exportedPaymentSchema = s.named('ExportedPayment', { payment: paymentSchema, timeline });
const exportedReturnSchema = s.named('ExportedReturn', { return: returnSchema, timeline });
const exportedOrderSchema = s.named('ExportedOrder', {
  order: orderSchema,
  timeline: s.described(
    timeline,
    'Newest first, with staff notes; only changes from the time when the record belonged to this customer.',
  ),
  payments: s.arrayOf(exportedPaymentSchema),
  returns: s.arrayOf(exportedReturnSchema),
});
const formerRecordSchema = s.named('FormerRecord', {
  subject: s.described(s.text, '`orders/12`, `addresses/3`, `payments/5`, `returns/7`.'),
  record: s.described(
    s.anything,
    'The record when it was deleted; null if it now belongs to another customer.',
  ),
  timeline,
});
const exportedCartLineSchema = s.named('ExportedCartLine', { product_id: s.id, amount: amountSchema });

export const exportedOperationSchema = s.named('ExportedOperation', {
  id: s.described(s.text, 'The id at `/api/operations/{id}`.'),
  type: s.text,
  status: s.described(s.text, '`succeeded`, `failed`, `cancelled` or `parked`.'),
  created_at: s.moment,
  finished_at: s.moment,
  answer: s.described(s.anything, 'The returned record, or the error.'),
});
export const exportedReasonSchema = s.named('ExportedReason', {
  id: s.described(s.text, 'The id at `/api/operations/{id}`.'),
  dry_run: s.described(s.boolean, 'Whether it was only a rehearsal.'),
  reason: s.text,
  orders: s.arrayOf(s.id, 'The orders of this customer among its records.'),
});

export const userExportSchema = s.named('UserExport', {
  exported_at: s.moment,
  user: userSchema,
  timeline,
  cart: s.arrayOf(exportedCartLineSchema),
  addresses: s.arrayOf(exportedAddressSchema),
  orders: s.arrayOf(exportedOrderSchema),
  former_records: s.arrayOf(
    formerRecordSchema,
    'Orders with their payments and returns, and addresses, that were deleted within 90 days, or given to another customer.',
  ),
  operations: s.arrayOf(exportedOperationSchema, 'The customer’s own writes of the last 7 days.'),
  bulk_reasons: s.arrayOf(
    exportedReasonSchema,
    'Reasons of bulk work of the last 7 days that included orders of this customer.',
  ),
});

export const userExportContract = {
  reads: {
    'users.export': read('/api/admin/users/:user/export', {
      summary: 'Export all data of a user',
      description: [
        'One JSON file: the user, addresses, cart, orders, timelines with staff notes, and the user’s own writes.',
        'A reassigned order has only the changes from the time when it was theirs. Parked commands are listed without their content.',
      ].join(' '),
      scope: 'admin',
      file: true,
      answers: userExportSchema,
    }),
  },
} satisfies ResourceContract;
