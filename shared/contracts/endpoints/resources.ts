import { exportFormatField, exportRowsField } from '../kit/exports.ts';
import type { Field } from '../kit/fields.ts';
import { dateFilter } from '../kit/filter-kinds.ts';
import { pagingFields } from '../kit/list-query.ts';
import { bodyFilter, selectionFilters } from '../kit/selection.ts';
import * as s from '../kit/resource-schema.ts';
import { priceChange } from './price-change.ts';
import { newLineChange } from './order-changes.ts';
import { bulkPayment, newOrderItem, orderFilters, orderList } from './orders.ts';
import { newRefundLine } from './payments.ts';
import { newReturnLine, receivedLine } from './returns.ts';
import { catalogFilters, productList, translation, translationChange } from './products.ts';
import { reasonTemplate, savedView, shopTextsChange } from './settings.ts';
import { subscriptionList } from './subscriptions.ts';

/** Replaces a damaged record in a list, so that the other rows are still shown. */
s.called(
  'UnreadableRecord',
  s.described(
    s.objectOf({ id: s.id, unreadable: { type: 'boolean', const: true } }),
    'A row of a list in place of a record that is damaged in the database. Operators restore it.',
  ),
);

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
