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

export const exportedAddressSchema = objectOf({ address: addressSchema, timeline });
export const exportedPaymentSchema = objectOf({ payment: paymentSchema, timeline });
export const exportedReturnSchema = objectOf({ return: returnSchema, timeline });
export const exportedOrderSchema = objectOf({
  order: orderSchema,
  timeline: {
    ...timeline,
    description: 'With notes of the staff, the newest first; as far as it was theirs.',
  },
  payments: arrayOf(exportedPaymentSchema),
  returns: arrayOf(exportedReturnSchema),
});
const anything: SchemaOf<unknown> = {};
export const formerRecordSchema = objectOf({
  subject: { ...textSchema, description: '`orders/12`, `addresses/3`, `payments/5`, `returns/7`.' },
  record: {
    ...anything,
    description: 'As it was when it was deleted; null where it is another customer’s by now.',
  },
  timeline,
});
export const exportedCartLineSchema = objectOf({ product_id: idSchema, amount: amountSchema });

export const exportedOperationSchema = objectOf({
  id: { ...textSchema, description: 'Of `/api/operations/{id}`.' },
  type: textSchema,
  status: { ...textSchema, description: '`succeeded`, `failed`, `cancelled` or `parked`.' },
  created_at: momentSchema,
  finished_at: momentSchema,
  answer: { ...anything, description: 'The record that it answered with, or why it was refused.' },
});
export const exportedReasonSchema = objectOf({
  id: { ...textSchema, description: 'Of `/api/operations/{id}`.' },
  dry_run: { ...booleanSchema, description: 'It was rehearsed alone.' },
  reason: textSchema,
  orders: { ...arrayOf(idSchema), description: 'Those of this customer that it is about.' },
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
  operations: { ...arrayOf(exportedOperationSchema), description: 'Their own writes of the last 7 days.' },
  bulk_reasons: {
    ...arrayOf(exportedReasonSchema),
    description: 'Reasons given to orders of theirs together with others, of the last 7 days.',
  },
});

const userExportReads = {
  'users.export': read({
    path: '/api/admin/users/:user/export',
    summary: 'Export all that is known of a user',
    description: [
      'One JSON file: the person, addresses, cart, orders, their timelines with the staff’s notes, and what they did.',
      'An order that changed hands is included as far as it was theirs. Parked commands are named without their content.',
    ].join(' '),
    scope: 'admin',
    file: true,
    answers: userExportSchema,
  }),
};

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
  reads: userExportReads,
} satisfies ResourceContract;
