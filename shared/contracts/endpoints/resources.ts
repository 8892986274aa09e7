import { exportFormatField, exportRowsField } from '../kit/exports.ts';
import type { Field, JsonSchema } from '../kit/fields.ts';
import { dateFilter } from '../kit/filter-kinds.ts';
import { pagingFields } from '../kit/list-query.ts';
import { bodyFilter, selectionFilters } from '../kit/selection.ts';
import * as s from '../kit/resource-schema.ts';
import { catalogContract } from './catalog-service.ts';
import { ordersContract } from './orders-service.ts';
import { webhooksContract } from './webhooks-service.ts';
import { priceChange } from './price-change.ts';
import { eventFeedSchemas } from './event-feed.ts';
import { operationSchemas } from './operations.ts';
import { newLineChange } from './order-changes.ts';
import { bulkPayment, newOrderItem, orderFilters, orderList } from './orders.ts';
import { problemSchemas } from './problem.ts';
import { newRefundLine } from './payments.ts';
import { newReturnLine, receivedLine } from './returns.ts';
import { catalogFilters, productList, translation, translationChange } from './products.ts';
import { reasonTemplate, savedView, shopTextsChange } from './settings.ts';
import { subscriptionList } from './subscriptions.ts';
import { timelineSchemas } from './timeline.ts';

/** Replaces a damaged record in a list, so that the other rows are still shown. */
const unreadableRecordSchema = s.described(
  s.objectOf({ id: s.id, unreadable: { type: 'boolean', const: true } }),
  'A row of a list in place of a record that is damaged in the database. Operators restore it.',
);

/** Response schemas, keyed by their name in the OpenAPI documents. */
export const resources: Readonly<Record<string, JsonSchema>> = {
  ...catalogContract.schemas,
  ...ordersContract.schemas,
  ...webhooksContract.schemas,
  ...eventFeedSchemas,
  ...operationSchemas,
  ...problemSchemas,
  ...timelineSchemas,
  UnreadableRecord: unreadableRecordSchema,
};

/** Parts of bodies and queries, keyed by their name in the OpenAPI documents. */
export const requestParts: Readonly<Record<string, Field<unknown>>> = {
  BulkPayment: bulkPayment(),
  DayRange: bodyFilter(dateFilter()),
  ExportFormat: exportFormatField,
  ExportRows: exportRowsField,
  NewLineChange: newLineChange(),
  NewOrderItem: newOrderItem(),
  NewTranslation: translation(),
  NewReasonTemplate: reasonTemplate(),
  NewRefundLine: newRefundLine(),
  NewReturnLine: newReturnLine(),
  NewSavedView: savedView(),
  OrderFilters: selectionFilters(orderList),
  Paginate: pagingFields.paginate,
  PriceChange: priceChange(),
  PriceRange: bodyFilter(catalogFilters.price),
  ReceivedLine: receivedLine(),
  ProductFilters: selectionFilters(productList),
  ShopTextsChange: shopTextsChange(),
  SubscriptionFilters: selectionFilters(subscriptionList),
  TotalRange: bodyFilter(orderFilters.total),
  TranslationChange: translationChange(),
};
