import {
  deliveryAttemptSchema,
  deliveryStatusSchema,
  disabledReasonSchema,
  webhookDeliverySchema,
  webhookPayloadSchema,
  webhookSchema,
  webhookStatusSchema,
  webhookWithSecretSchema,
} from './webhook-schema.ts';
import { exportFormatField, exportRowsField } from '../kit/exports.ts';
import { priceChange } from './price-change.ts';
import type { Field, JsonSchema } from '../kit/fields.ts';
import { dateFilter } from '../kit/filter-kinds.ts';
import { pagingFields } from '../kit/list-query.ts';
import { bodyFilter, selectionFilters } from '../kit/selection.ts';
import { addressCopySchema, addressSchema } from './addresses.ts';
import {
  auditCountSchema,
  auditFindingSchema,
  auditGapSchema,
  auditRuleSchema,
  auditSchema,
  serviceAuditSchema,
} from './audit.ts';
import { cartLineSchema, cartSchema } from './cart.ts';
import { eventDataSchema, eventPageMetaSchema, eventPageSchema, eventSchema } from './event-feed.ts';
import { inventorySchema, stockRowSchema } from './inventory.ts';
import {
  bulkOperationSchema,
  bulkResultSchema,
  bulkSumsSchema,
  operationProgressSchema,
  operationResultSchema,
  operationSchema,
  operationStatusSchema,
  recordErrorSchema,
  reportLineSchema,
  stockSumSchema,
} from './operations.ts';
import { paymentMethodSchema, stateSchema } from './order-fields.ts';
import {
  clientOrderItemSchema,
  orderItemSchema,
  orderProductSchema,
  productNameSchema,
  rehearsedOrderItemSchema,
} from './order-lines.ts';
import {
  clientOrderMoveSchema,
  clientOrderSchema,
  orderMoveSchema,
  orderSchema,
  orderUserSchema,
  rehearsedOrderMoveSchema,
  rehearsedOrderSchema,
} from './order-schema.ts';
import {
  orderStatisticsMetaSchema,
  orderStatisticsRowSchema,
  orderStatisticsSchema,
} from './order-statistics.ts';
import { newOrderItem, orderFilters, orderList } from './orders.ts';
import {
  brokenRuleSchema,
  openOrderSchema,
  problemCodeSchema,
  problemSchema,
  recordChangeSchema,
  shortProductSchema,
} from './problem.ts';
import {
  catalogFilters,
  clientProductSchema,
  productList,
  productSchema,
  translation,
  translationChange,
  translationSchema,
} from './products.ts';
import {
  reasonTemplate,
  reasonTemplateSchema,
  savedView,
  savedViewSchema,
  savedViewsSchema,
  shopSettingsSchema,
  shopTextsChange,
  shopTextsSchema,
} from './settings.ts';
import { subscriptionList, subscriptionSchema } from './subscriptions.ts';
import {
  countChangeSchema,
  entryAuthorSchema,
  entryKindSchema,
  entrySourceSchema,
  fieldChangeSchema,
  stockMoveSchema,
  timelineEntrySchema,
} from './timeline.ts';
import {
  exportedAddressSchema,
  exportedCartLineSchema,
  exportedOperationSchema,
  exportedOrderSchema,
  exportedReasonSchema,
  formerRecordSchema,
  userExportSchema,
} from './user-export.ts';
import { profileSchema, userSchema } from './users.ts';
import { idSchema, objectOf } from '../kit/resource-schema.ts';

/** Replaces a damaged record in a list, so that the other rows are still shown. */
const unreadableRecordSchema = {
  ...objectOf({ id: idSchema, unreadable: { type: 'boolean', const: true } }),
  description: 'A row of a list in place of a record that is damaged in the database. Operators restore it.',
};

// Generated clients use these names for their types, so a published name must never change.

/** Response schemas, keyed by their name in the OpenAPI documents. */
export const resources: Readonly<Record<string, JsonSchema>> = {
  Address: addressSchema,
  Audit: auditSchema,
  AuditCount: auditCountSchema,
  AuditFinding: auditFindingSchema,
  AuditGap: auditGapSchema,
  AuditRule: auditRuleSchema,
  BrokenRule: brokenRuleSchema,
  BulkOperation: bulkOperationSchema,
  BulkResult: bulkResultSchema,
  Cart: cartSchema,
  CartLine: cartLineSchema,
  ClientOrderItem: clientOrderItemSchema,
  ClientOrderMove: clientOrderMoveSchema,
  ClientOrder: clientOrderSchema,
  ClientProduct: clientProductSchema,
  CountChange: countChangeSchema,
  EntryAuthor: entryAuthorSchema,
  EntryKind: entryKindSchema,
  EntrySource: entrySourceSchema,
  ExportedAddress: exportedAddressSchema,
  ExportedCartLine: exportedCartLineSchema,
  ExportedOperation: exportedOperationSchema,
  ExportedOrder: exportedOrderSchema,
  ExportedReason: exportedReasonSchema,
  FieldChange: fieldChangeSchema,
  FormerRecord: formerRecordSchema,
  Event: eventSchema,
  EventData: eventDataSchema,
  EventPage: eventPageSchema,
  EventPageMeta: eventPageMetaSchema,
  Inventory: inventorySchema,
  StockRow: stockRowSchema,
  Operation: operationSchema,
  OperationProgress: operationProgressSchema,
  OperationResult: operationResultSchema,
  OperationStatus: operationStatusSchema,
  BulkSums: bulkSumsSchema,
  StockSum: stockSumSchema,
  OpenOrder: openOrderSchema,
  OrderAddress: addressCopySchema,
  OrderItem: orderItemSchema,
  OrderMove: orderMoveSchema,
  OrderProduct: orderProductSchema,
  OrderStatistics: orderStatisticsSchema,
  OrderStatisticsMeta: orderStatisticsMetaSchema,
  OrderStatisticsRow: orderStatisticsRowSchema,
  OrderStatus: stateSchema,
  OrderUser: orderUserSchema,
  Order: orderSchema,
  PaymentMethod: paymentMethodSchema,
  Problem: problemSchema,
  ProblemCode: problemCodeSchema,
  Product: productSchema,
  ProductName: productNameSchema,
  ReasonTemplate: reasonTemplateSchema,
  RecordChange: recordChangeSchema,
  RecordError: recordErrorSchema,
  Profile: profileSchema,
  RehearsedOrder: rehearsedOrderSchema,
  RehearsedOrderItem: rehearsedOrderItemSchema,
  RehearsedOrderMove: rehearsedOrderMoveSchema,
  ReportLine: reportLineSchema,
  SavedView: savedViewSchema,
  SavedViews: savedViewsSchema,
  ServiceAudit: serviceAuditSchema,
  ShopSettings: shopSettingsSchema,
  ShopTexts: shopTextsSchema,
  ShortProduct: shortProductSchema,
  StockMove: stockMoveSchema,
  Subscription: subscriptionSchema,
  TimelineEntry: timelineEntrySchema,
  Translation: translationSchema,
  UnreadableRecord: unreadableRecordSchema,
  User: userSchema,
  UserExport: userExportSchema,
  Webhook: webhookSchema,
  WebhookWithSecret: webhookWithSecretSchema,
  WebhookPayload: webhookPayloadSchema,
  WebhookStatus: webhookStatusSchema,
  WebhookDelivery: webhookDeliverySchema,
  WebhookDeliveryAttempt: deliveryAttemptSchema,
  WebhookDeliveryStatus: deliveryStatusSchema,
  WebhookDisabledReason: disabledReasonSchema,
};

/** Parts of bodies and queries, keyed by their name in the OpenAPI documents. */
export const requestParts: Readonly<Record<string, Field<unknown>>> = {
  DayRange: bodyFilter(dateFilter()),
  ExportFormat: exportFormatField,
  ExportRows: exportRowsField,
  NewOrderItem: newOrderItem(),
  NewTranslation: translation(),
  NewReasonTemplate: reasonTemplate(),
  NewSavedView: savedView(),
  OrderFilters: selectionFilters(orderList),
  Paginate: pagingFields.paginate,
  PriceChange: priceChange(),
  PriceRange: bodyFilter(catalogFilters.price),
  ProductFilters: selectionFilters(productList),
  ShopTextsChange: shopTextsChange(),
  SubscriptionFilters: selectionFilters(subscriptionList),
  TotalRange: bodyFilter(orderFilters.total),
  TranslationChange: translationChange(),
};
