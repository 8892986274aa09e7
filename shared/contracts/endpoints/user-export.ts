import { read, type ResourceContract } from '../kit/define.ts';
import {
  arrayOf,
  booleanSchema,
  idSchema,
  momentSchema,
  objectOf,
  textSchema,
  type SchemaOf,
} from '../kit/resource-schema.ts';
import { addressSchema } from './addresses.ts';
import { amountSchema } from './order-lines.ts';
import { orderSchema } from './order-schema.ts';
import { paymentSchema } from './payments.ts';
import { returnSchema } from './returns.ts';
import { timelineEntrySchema } from './timeline.ts';
import { userSchema } from './users.ts';

const timeline = { ...arrayOf(timelineEntrySchema), description: 'The newest first.' };

const exportedAddressSchema = objectOf({ address: addressSchema, timeline });
const exportedPaymentSchema = objectOf({ payment: paymentSchema, timeline });
const exportedReturnSchema = objectOf({ return: returnSchema, timeline });
const exportedOrderSchema = objectOf({
  order: orderSchema,
  timeline: {
    ...timeline,
    description:
      'Newest first, with staff notes; only changes from the time when the record belonged to this customer.',
  },
  payments: arrayOf(exportedPaymentSchema),
  returns: arrayOf(exportedReturnSchema),
});
const anything: SchemaOf<unknown> = {};
const formerRecordSchema = objectOf({
  subject: { ...textSchema, description: '`orders/12`, `addresses/3`, `payments/5`, `returns/7`.' },
  record: {
    ...anything,
    description: 'The record when it was deleted; null if it now belongs to another customer.',
  },
  timeline,
});
const exportedCartLineSchema = objectOf({ product_id: idSchema, amount: amountSchema });

export const exportedOperationSchema = objectOf({
  id: { ...textSchema, description: 'The id at `/api/operations/{id}`.' },
  type: textSchema,
  status: { ...textSchema, description: '`succeeded`, `failed`, `cancelled` or `parked`.' },
  created_at: momentSchema,
  finished_at: momentSchema,
  answer: { ...anything, description: 'The returned record, or the error.' },
});
export const exportedReasonSchema = objectOf({
  id: { ...textSchema, description: 'The id at `/api/operations/{id}`.' },
  dry_run: { ...booleanSchema, description: 'Whether it was only a rehearsal.' },
  reason: textSchema,
  orders: { ...arrayOf(idSchema), description: 'The orders of this customer among its records.' },
});

export const userExportSchema = objectOf({
  exported_at: momentSchema,
  user: userSchema,
  timeline,
  cart: arrayOf(exportedCartLineSchema),
  addresses: arrayOf(exportedAddressSchema),
  orders: arrayOf(exportedOrderSchema),
  former_records: {
    ...arrayOf(formerRecordSchema),
    description:
      'Orders with their payments and returns, and addresses, that were deleted within 90 days, or given to another customer.',
  },
  operations: {
    ...arrayOf(exportedOperationSchema),
    description: 'The customer’s own writes of the last 7 days.',
  },
  bulk_reasons: {
    ...arrayOf(exportedReasonSchema),
    description: 'Reasons of bulk work of the last 7 days that included orders of this customer.',
  },
});

export const userExportContract = {
  schemas: {
    ExportedAddress: exportedAddressSchema,
    ExportedCartLine: exportedCartLineSchema,
    ExportedOperation: exportedOperationSchema,
    ExportedOrder: exportedOrderSchema,
    ExportedPayment: exportedPaymentSchema,
    ExportedReturn: exportedReturnSchema,
    ExportedReason: exportedReasonSchema,
    FormerRecord: formerRecordSchema,
    UserExport: userExportSchema,
  },
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
