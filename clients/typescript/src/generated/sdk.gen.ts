// Generated from the OpenAPI document: `npm run store -- client:typescript`.

import type { Client, ClientMeta, Options as Options2, RequestResult, TDataShape } from '../transport.ts';

import type { AdminAddressesCreateData, AdminAddressesCreateErrors, AdminAddressesCreateResponses, AdminAddressesDeleteData, AdminAddressesDeleteErrors, AdminAddressesDeleteResponses, AdminAddressesListData, AdminAddressesListErrors, AdminAddressesListResponses, AdminAddressesReadData, AdminAddressesReadErrors, AdminAddressesReadResponses, AdminAddressesTimelineData, AdminAddressesTimelineErrors, AdminAddressesTimelineResponses, AdminAddressesUpdateData, AdminAddressesUpdateErrors, AdminAddressesUpdateResponses, AdminAuditReadData, AdminAuditReadErrors, AdminAuditReadResponses, AdminEventsListData, AdminEventsListErrors, AdminEventsListResponses, AdminInventoryAdjustData, AdminInventoryAdjustErrors, AdminInventoryAdjustResponses, AdminInventoryListData, AdminInventoryListErrors, AdminInventoryListResponses, AdminInventoryReadData, AdminInventoryReadErrors, AdminInventoryReadResponses, AdminInventorySetData, AdminInventorySetErrors, AdminInventorySetResponses, AdminInventoryTimelineData, AdminInventoryTimelineErrors, AdminInventoryTimelineResponses, AdminOperationsApplyData, AdminOperationsApplyErrors, AdminOperationsApplyResponses, AdminOperationsDiscardData, AdminOperationsDiscardErrors, AdminOperationsDiscardResponses, AdminOperationsListData, AdminOperationsListErrors, AdminOperationsListResponses, AdminOperationsRedriveData, AdminOperationsRedriveErrors, AdminOperationsRedriveResponses, AdminOperationsUndoData, AdminOperationsUndoErrors, AdminOperationsUndoResponses, AdminOrderItemsCreateData, AdminOrderItemsCreateErrors, AdminOrderItemsCreateResponses, AdminOrderItemsDeleteData, AdminOrderItemsDeleteErrors, AdminOrderItemsDeleteResponses, AdminOrderItemsListData, AdminOrderItemsListErrors, AdminOrderItemsListResponses, AdminOrderItemsReadData, AdminOrderItemsReadErrors, AdminOrderItemsReadResponses, AdminOrderItemsUpdateData, AdminOrderItemsUpdateErrors, AdminOrderItemsUpdateResponses, AdminOrderNotesCreateData, AdminOrderNotesCreateErrors, AdminOrderNotesCreateResponses, AdminOrdersBulkDeleteData, AdminOrdersBulkDeleteErrors, AdminOrdersBulkDeleteResponses, AdminOrdersBulkUpdateData, AdminOrdersBulkUpdateErrors, AdminOrdersBulkUpdateResponses, AdminOrdersChangeData, AdminOrdersChangeErrors, AdminOrdersChangeResponses, AdminOrdersCreateData, AdminOrdersCreateErrors, AdminOrdersCreateResponses, AdminOrdersDeleteData, AdminOrdersDeleteErrors, AdminOrdersDeleteResponses, AdminOrdersListData, AdminOrdersListErrors, AdminOrdersListResponses, AdminOrdersReadData, AdminOrdersReadErrors, AdminOrdersReadResponses, AdminOrdersTimelineData, AdminOrdersTimelineErrors, AdminOrdersTimelineResponses, AdminOrdersUpdateData, AdminOrdersUpdateErrors, AdminOrdersUpdateResponses, AdminPaymentsCaptureData, AdminPaymentsCaptureErrors, AdminPaymentsCaptureResponses, AdminPaymentsCreateData, AdminPaymentsCreateErrors, AdminPaymentsCreateResponses, AdminPaymentsListData, AdminPaymentsListErrors, AdminPaymentsListResponses, AdminPaymentsOfOrderData, AdminPaymentsOfOrderErrors, AdminPaymentsOfOrderResponses, AdminPaymentsReadData, AdminPaymentsReadErrors, AdminPaymentsReadResponses, AdminPaymentsRefundData, AdminPaymentsRefundErrors, AdminPaymentsRefundResponses, AdminPaymentsTimelineData, AdminPaymentsTimelineErrors, AdminPaymentsTimelineResponses, AdminPaymentsVoidData, AdminPaymentsVoidErrors, AdminPaymentsVoidResponses, AdminProductsBulkDeleteData, AdminProductsBulkDeleteErrors, AdminProductsBulkDeleteResponses, AdminProductsBulkUpdateData, AdminProductsBulkUpdateErrors, AdminProductsBulkUpdateResponses, AdminProductsCreateData, AdminProductsCreateErrors, AdminProductsCreateResponses, AdminProductsDeleteData, AdminProductsDeleteErrors, AdminProductsDeleteResponses, AdminProductsListData, AdminProductsListErrors, AdminProductsListResponses, AdminProductsReadData, AdminProductsReadErrors, AdminProductsReadResponses, AdminProductsTimelineData, AdminProductsTimelineErrors, AdminProductsTimelineResponses, AdminProductsUpdateData, AdminProductsUpdateErrors, AdminProductsUpdateResponses, AdminProductsUpsertData, AdminProductsUpsertErrors, AdminProductsUpsertResponses, AdminReturnsCreateData, AdminReturnsCreateErrors, AdminReturnsCreateResponses, AdminReturnsListData, AdminReturnsListErrors, AdminReturnsListResponses, AdminReturnsOfOrderData, AdminReturnsOfOrderErrors, AdminReturnsOfOrderResponses, AdminReturnsReadData, AdminReturnsReadErrors, AdminReturnsReadResponses, AdminReturnsTimelineData, AdminReturnsTimelineErrors, AdminReturnsTimelineResponses, AdminReturnsUpdateData, AdminReturnsUpdateErrors, AdminReturnsUpdateResponses, AdminSavedViewsReadData, AdminSavedViewsReadErrors, AdminSavedViewsReadResponses, AdminSavedViewsUpdateData, AdminSavedViewsUpdateErrors, AdminSavedViewsUpdateResponses, AdminSettingsReadData, AdminSettingsReadErrors, AdminSettingsReadResponses, AdminSettingsUpdateData, AdminSettingsUpdateErrors, AdminSettingsUpdateResponses, AdminStatisticsOrdersData, AdminStatisticsOrdersErrors, AdminStatisticsOrdersResponses, AdminSubscriptionsBulkDeleteData, AdminSubscriptionsBulkDeleteErrors, AdminSubscriptionsBulkDeleteResponses, AdminSubscriptionsBulkUpdateData, AdminSubscriptionsBulkUpdateErrors, AdminSubscriptionsBulkUpdateResponses, AdminSubscriptionsCreateData, AdminSubscriptionsCreateErrors, AdminSubscriptionsCreateResponses, AdminSubscriptionsDeleteData, AdminSubscriptionsDeleteErrors, AdminSubscriptionsDeleteResponses, AdminSubscriptionsListData, AdminSubscriptionsListErrors, AdminSubscriptionsListResponses, AdminSubscriptionsReadData, AdminSubscriptionsReadErrors, AdminSubscriptionsReadResponses, AdminSubscriptionsTimelineData, AdminSubscriptionsTimelineErrors, AdminSubscriptionsTimelineResponses, AdminSubscriptionsUpdateData, AdminSubscriptionsUpdateErrors, AdminSubscriptionsUpdateResponses, AdminUsersCreateData, AdminUsersCreateErrors, AdminUsersCreateResponses, AdminUsersDeleteData, AdminUsersDeleteErrors, AdminUsersDeleteResponses, AdminUsersExportData, AdminUsersExportErrors, AdminUsersExportResponses, AdminUsersListData, AdminUsersListErrors, AdminUsersListResponses, AdminUsersReadData, AdminUsersReadErrors, AdminUsersReadResponses, AdminUsersTimelineData, AdminUsersTimelineErrors, AdminUsersTimelineResponses, AdminUsersUpdateData, AdminUsersUpdateErrors, AdminUsersUpdateResponses, AdminWebhookDeliveriesListData, AdminWebhookDeliveriesListErrors, AdminWebhookDeliveriesListResponses, AdminWebhookDeliveriesReadData, AdminWebhookDeliveriesReadErrors, AdminWebhookDeliveriesReadResponses, AdminWebhookDeliveriesRedeliverData, AdminWebhookDeliveriesRedeliverErrors, AdminWebhookDeliveriesRedeliverResponses, AdminWebhooksCreateData, AdminWebhooksCreateErrors, AdminWebhooksCreateResponses, AdminWebhooksDeleteData, AdminWebhooksDeleteErrors, AdminWebhooksDeleteResponses, AdminWebhooksListData, AdminWebhooksListErrors, AdminWebhooksListResponses, AdminWebhooksPingData, AdminWebhooksPingErrors, AdminWebhooksPingResponses, AdminWebhooksReadData, AdminWebhooksReadErrors, AdminWebhooksReadResponses, AdminWebhooksReplayData, AdminWebhooksReplayErrors, AdminWebhooksReplayResponses, AdminWebhooksRotateSecretData, AdminWebhooksRotateSecretErrors, AdminWebhooksRotateSecretResponses, AdminWebhooksUpdateData, AdminWebhooksUpdateErrors, AdminWebhooksUpdateResponses, OperationsCancelData, OperationsCancelErrors, OperationsCancelResponses, OperationsReadData, OperationsReadErrors, OperationsReadResponses, OperationsReportData, OperationsReportErrors, OperationsReportResponses, ShopAddressesCreateData, ShopAddressesCreateErrors, ShopAddressesCreateResponses, ShopAddressesDeleteData, ShopAddressesDeleteErrors, ShopAddressesDeleteResponses, ShopAddressesListData, ShopAddressesListErrors, ShopAddressesListResponses, ShopAddressesReadData, ShopAddressesReadErrors, ShopAddressesReadResponses, ShopAddressesUpdateData, ShopAddressesUpdateErrors, ShopAddressesUpdateResponses, ShopCartAddData, ShopCartAddErrors, ShopCartAddResponses, ShopCartClearData, ShopCartClearErrors, ShopCartClearResponses, ShopCartReadData, ShopCartReadErrors, ShopCartReadResponses, ShopCartRemoveData, ShopCartRemoveErrors, ShopCartRemoveResponses, ShopCartSetData, ShopCartSetErrors, ShopCartSetResponses, ShopEventsListData, ShopEventsListErrors, ShopEventsListResponses, ShopMeReadData, ShopMeReadErrors, ShopMeReadResponses, ShopMeUpdateData, ShopMeUpdateErrors, ShopMeUpdateResponses, ShopOrdersCancelData, ShopOrdersCancelErrors, ShopOrdersCancelResponses, ShopOrdersCheckoutData, ShopOrdersCheckoutErrors, ShopOrdersCheckoutResponses, ShopOrdersListData, ShopOrdersListErrors, ShopOrdersListResponses, ShopOrdersReadData, ShopOrdersReadErrors, ShopOrdersReadResponses, ShopProductsListData, ShopProductsListErrors, ShopProductsListResponses, ShopProductsReadData, ShopProductsReadErrors, ShopProductsReadResponses, ShopReturnsCreateData, ShopReturnsCreateErrors, ShopReturnsCreateResponses, ShopReturnsListData, ShopReturnsListErrors, ShopReturnsListResponses, ShopReturnsReadData, ShopReturnsReadErrors, ShopReturnsReadResponses, ShopReturnsWithdrawData, ShopReturnsWithdrawErrors, ShopReturnsWithdrawResponses, ShopSubscriptionsListData, ShopSubscriptionsListErrors, ShopSubscriptionsListResponses, ShopSubscriptionsReadData, ShopSubscriptionsReadErrors, ShopSubscriptionsReadResponses } from './types.gen.ts';

export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: keyof ClientMeta extends never ? Record<string, unknown> : ClientMeta;
};

/**
 * List subscriptions
 *
 * The plans, with texts in the language of the request and in both. `search` and `filters[name]` search both languages.
 */
export const adminSubscriptionsList = <ThrowOnError extends boolean = false>(options: Options<AdminSubscriptionsListData, ThrowOnError>): RequestResult<AdminSubscriptionsListResponses, AdminSubscriptionsListErrors, ThrowOnError> => options.client.get<AdminSubscriptionsListResponses, AdminSubscriptionsListErrors, ThrowOnError>({ url: '/api/admin/subscriptions', ...options });

/**
 * Create a subscription
 *
 * Both languages are required. `is_active` is true by default.
 */
export const adminSubscriptionsCreate = <ThrowOnError extends boolean = false>(options: Options<AdminSubscriptionsCreateData, ThrowOnError>): RequestResult<AdminSubscriptionsCreateResponses, AdminSubscriptionsCreateErrors, ThrowOnError> => options.client.post<AdminSubscriptionsCreateResponses, AdminSubscriptionsCreateErrors, ThrowOnError>({
    url: '/api/admin/subscriptions',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a subscription
 *
 * Deletes it permanently.
 */
export const adminSubscriptionsDelete = <ThrowOnError extends boolean = false>(options: Options<AdminSubscriptionsDeleteData, ThrowOnError>): RequestResult<AdminSubscriptionsDeleteResponses, AdminSubscriptionsDeleteErrors, ThrowOnError> => options.client.delete<AdminSubscriptionsDeleteResponses, AdminSubscriptionsDeleteErrors, ThrowOnError>({ url: '/api/admin/subscriptions/{subscription}', ...options });

/**
 * Read a subscription
 *
 * `name` and `description` are in the language of the request; `en` and `ar` hold both.
 */
export const adminSubscriptionsRead = <ThrowOnError extends boolean = false>(options: Options<AdminSubscriptionsReadData, ThrowOnError>): RequestResult<AdminSubscriptionsReadResponses, AdminSubscriptionsReadErrors, ThrowOnError> => options.client.get<AdminSubscriptionsReadResponses, AdminSubscriptionsReadErrors, ThrowOnError>({ url: '/api/admin/subscriptions/{subscription}', ...options });

/**
 * Change a subscription
 *
 * Send the fields that change; a single language or a single text is enough.
 */
export const adminSubscriptionsUpdate = <ThrowOnError extends boolean = false>(options: Options<AdminSubscriptionsUpdateData, ThrowOnError>): RequestResult<AdminSubscriptionsUpdateResponses, AdminSubscriptionsUpdateErrors, ThrowOnError> => options.client.put<AdminSubscriptionsUpdateResponses, AdminSubscriptionsUpdateErrors, ThrowOnError>({
    url: '/api/admin/subscriptions/{subscription}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read the timeline of a subscription
 *
 * Every change, newest first: who, when, by which request, and the value of each field before and after. Always in pages by cursor. It stays readable for 90 days after a deletion.
 */
export const adminSubscriptionsTimeline = <ThrowOnError extends boolean = false>(options: Options<AdminSubscriptionsTimelineData, ThrowOnError>): RequestResult<AdminSubscriptionsTimelineResponses, AdminSubscriptionsTimelineErrors, ThrowOnError> => options.client.get<AdminSubscriptionsTimelineResponses, AdminSubscriptionsTimelineErrors, ThrowOnError>({ url: '/api/admin/subscriptions/{subscription}/timeline', ...options });

/**
 * List the subscriptions on offer
 *
 * The active subscriptions, with texts in the language of the request and in both.
 */
export const shopSubscriptionsList = <ThrowOnError extends boolean = false>(options: Options<ShopSubscriptionsListData, ThrowOnError>): RequestResult<ShopSubscriptionsListResponses, ShopSubscriptionsListErrors, ThrowOnError> => options.client.get<ShopSubscriptionsListResponses, ShopSubscriptionsListErrors, ThrowOnError>({ url: '/api/client/subscriptions', ...options });

/**
 * Read a subscription on offer
 *
 * 404 if it is inactive or deleted.
 */
export const shopSubscriptionsRead = <ThrowOnError extends boolean = false>(options: Options<ShopSubscriptionsReadData, ThrowOnError>): RequestResult<ShopSubscriptionsReadResponses, ShopSubscriptionsReadErrors, ThrowOnError> => options.client.get<ShopSubscriptionsReadResponses, ShopSubscriptionsReadErrors, ThrowOnError>({ url: '/api/client/subscriptions/{subscription}', ...options });

/**
 * List products
 *
 * Every product, with its costs. `search` and `filters[name]` search both languages.
 */
export const adminProductsList = <ThrowOnError extends boolean = false>(options: Options<AdminProductsListData, ThrowOnError>): RequestResult<AdminProductsListResponses, AdminProductsListErrors, ThrowOnError> => options.client.get<AdminProductsListResponses, AdminProductsListErrors, ThrowOnError>({ url: '/api/admin/products', ...options });

/**
 * Create a product
 *
 * Both languages are required. `sku` and `external_id` are unique when they are set. The product can be ordered immediately. Its stock is not counted until you set it under `/api/admin/inventory`.
 */
export const adminProductsCreate = <ThrowOnError extends boolean = false>(options: Options<AdminProductsCreateData, ThrowOnError>): RequestResult<AdminProductsCreateResponses, AdminProductsCreateErrors, ThrowOnError> => options.client.post<AdminProductsCreateResponses, AdminProductsCreateErrors, ThrowOnError>({
    url: '/api/admin/products',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a product
 *
 * The product can no longer be ordered. Orders keep their copies of it.
 */
export const adminProductsDelete = <ThrowOnError extends boolean = false>(options: Options<AdminProductsDeleteData, ThrowOnError>): RequestResult<AdminProductsDeleteResponses, AdminProductsDeleteErrors, ThrowOnError> => options.client.delete<AdminProductsDeleteResponses, AdminProductsDeleteErrors, ThrowOnError>({ url: '/api/admin/products/{product}', ...options });

/**
 * Read a product
 *
 * `name` and `description` are in the language of the request; `en` and `ar` hold both.
 */
export const adminProductsRead = <ThrowOnError extends boolean = false>(options: Options<AdminProductsReadData, ThrowOnError>): RequestResult<AdminProductsReadResponses, AdminProductsReadErrors, ThrowOnError> => options.client.get<AdminProductsReadResponses, AdminProductsReadErrors, ThrowOnError>({ url: '/api/admin/products/{product}', ...options });

/**
 * Change a product
 *
 * Send the fields that change; a single language or a single text is enough. `null` clears `sku`, `external_id` and `image_url`. Existing orders keep their prices.
 */
export const adminProductsUpdate = <ThrowOnError extends boolean = false>(options: Options<AdminProductsUpdateData, ThrowOnError>): RequestResult<AdminProductsUpdateResponses, AdminProductsUpdateErrors, ThrowOnError> => options.client.put<AdminProductsUpdateResponses, AdminProductsUpdateErrors, ThrowOnError>({
    url: '/api/admin/products/{product}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read the timeline of a product
 *
 * Every change, newest first: who, when, by which request, and the value of each field before and after. Always in pages by cursor. It stays readable for 90 days after a deletion.
 */
export const adminProductsTimeline = <ThrowOnError extends boolean = false>(options: Options<AdminProductsTimelineData, ThrowOnError>): RequestResult<AdminProductsTimelineResponses, AdminProductsTimelineErrors, ThrowOnError> => options.client.get<AdminProductsTimelineResponses, AdminProductsTimelineErrors, ThrowOnError>({ url: '/api/admin/products/{product}/timeline', ...options });

/**
 * List the products on sale
 *
 * The active products, without costs.
 */
export const shopProductsList = <ThrowOnError extends boolean = false>(options: Options<ShopProductsListData, ThrowOnError>): RequestResult<ShopProductsListResponses, ShopProductsListErrors, ThrowOnError> => options.client.get<ShopProductsListResponses, ShopProductsListErrors, ThrowOnError>({ url: '/api/client/products', ...options });

/**
 * Read a product on sale
 *
 * 404 if it is inactive or deleted.
 */
export const shopProductsRead = <ThrowOnError extends boolean = false>(options: Options<ShopProductsReadData, ThrowOnError>): RequestResult<ShopProductsReadResponses, ShopProductsReadErrors, ThrowOnError> => options.client.get<ShopProductsReadResponses, ShopProductsReadErrors, ThrowOnError>({ url: '/api/client/products/{product}', ...options });

/**
 * Change the price of many subscriptions, activate or deactivate them
 *
 * Changes each record alone; missing and rejected records are listed. 200 with the counts if it ends within the wait, otherwise 202 with the operation.
 *
 * Send either `ids`, up to 100,000, or a selection: `filters`, `search` or both, as in the list, or `all`. A selection is looked up once, when the request is accepted (`frozen_at`): later matches are not changed, and records that no longer match are still changed. A selection of more than 100,000 records is rejected.
 *
 * `status`, `price` or both. A record whose price would fall below 0 or rise above the maximum is rejected and keeps its price. An operation on prices has the type
 * `subscriptions.bulk-price`; `dry_run` shows each price before and after.
 */
export const adminSubscriptionsBulkUpdate = <ThrowOnError extends boolean = false>(options: Options<AdminSubscriptionsBulkUpdateData, ThrowOnError>): RequestResult<AdminSubscriptionsBulkUpdateResponses, AdminSubscriptionsBulkUpdateErrors, ThrowOnError> => options.client.put<AdminSubscriptionsBulkUpdateResponses, AdminSubscriptionsBulkUpdateErrors, ThrowOnError>({
    url: '/api/admin/subscriptions/bulk-update',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete many subscriptions
 *
 * Deletes each record alone; missing and rejected records are listed. `dry_run` rehearses it.
 *
 * Send either `ids`, up to 100,000, or a selection: `filters`, `search` or both, as in the list, or `all`. A selection is looked up once, when the request is accepted (`frozen_at`): later matches are not changed, and records that no longer match are still changed. A selection of more than 100,000 records is rejected.
 */
export const adminSubscriptionsBulkDelete = <ThrowOnError extends boolean = false>(options: Options<AdminSubscriptionsBulkDeleteData, ThrowOnError>): RequestResult<AdminSubscriptionsBulkDeleteResponses, AdminSubscriptionsBulkDeleteErrors, ThrowOnError> => options.client.post<AdminSubscriptionsBulkDeleteResponses, AdminSubscriptionsBulkDeleteErrors, ThrowOnError>({
    url: '/api/admin/subscriptions/bulk-delete',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Create or change the product with an external id
 *
 * For a system that knows its own ids only. If no product has this `external_id`, creates one, with 201; `price` and the texts in both languages are needed then. Otherwise changes that product, with 200: send the fields that change. Two concurrent requests create one product. Percent-encode the id in the path. An `external_id` in the body is ignored.
 */
export const adminProductsUpsert = <ThrowOnError extends boolean = false>(options: Options<AdminProductsUpsertData, ThrowOnError>): RequestResult<AdminProductsUpsertResponses, AdminProductsUpsertErrors, ThrowOnError> => options.client.put<AdminProductsUpsertResponses, AdminProductsUpsertErrors, ThrowOnError>({
    url: '/api/admin/products/by-external-id/{external_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Change the price of many products, activate or deactivate them
 *
 * Changes each record alone; missing and rejected records are listed. 200 with the counts if it ends within the wait, otherwise 202 with the operation.
 *
 * Send either `ids`, up to 100,000, or a selection: `filters`, `search` or both, as in the list, or `all`. A selection is looked up once, when the request is accepted (`frozen_at`): later matches are not changed, and records that no longer match are still changed. A selection of more than 100,000 records is rejected.
 *
 * `status`, `price` or both. A record whose price would fall below 0 or rise above the maximum is rejected and keeps its price. An operation on prices has the type
 * `products.bulk-price`; `dry_run` shows each price before and after.
 */
export const adminProductsBulkUpdate = <ThrowOnError extends boolean = false>(options: Options<AdminProductsBulkUpdateData, ThrowOnError>): RequestResult<AdminProductsBulkUpdateResponses, AdminProductsBulkUpdateErrors, ThrowOnError> => options.client.put<AdminProductsBulkUpdateResponses, AdminProductsBulkUpdateErrors, ThrowOnError>({
    url: '/api/admin/products/bulk-update',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete many products
 *
 * Deletes each record alone; missing and rejected records are listed. `dry_run` rehearses it.
 *
 * Send either `ids`, up to 100,000, or a selection: `filters`, `search` or both, as in the list, or `all`. A selection is looked up once, when the request is accepted (`frozen_at`): later matches are not changed, and records that no longer match are still changed. A selection of more than 100,000 records is rejected.
 */
export const adminProductsBulkDelete = <ThrowOnError extends boolean = false>(options: Options<AdminProductsBulkDeleteData, ThrowOnError>): RequestResult<AdminProductsBulkDeleteResponses, AdminProductsBulkDeleteErrors, ThrowOnError> => options.client.post<AdminProductsBulkDeleteResponses, AdminProductsBulkDeleteErrors, ThrowOnError>({
    url: '/api/admin/products/bulk-delete',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List orders
 *
 * `filters[status]`: 1 (live orders), 0 (rejected, cancelled or returned) or names of states. Each order has its items and its history.
 */
export const adminOrdersList = <ThrowOnError extends boolean = false>(options: Options<AdminOrdersListData, ThrowOnError>): RequestResult<AdminOrdersListResponses, AdminOrdersListErrors, ThrowOnError> => options.client.get<AdminOrdersListResponses, AdminOrdersListErrors, ThrowOnError>({ url: '/api/admin/orders', ...options });

/**
 * Create an order
 *
 * Any state is accepted, so that you can import former orders. Figures are stored as sent and never
 * recalculated; absent ones are the sums over the items, or 0. The service assigns `order_number`.
 * With `figures` `lines` the service computes all figures from the items, now and after every change of them. Leave out `total`
 * then.
 *
 * - `status` empty or absent: an error on `status` and, without a reason, on `reject_reason` too.
 * - `status` `rejected` needs a `reject_reason`.
 * - Items of an order that is pending, confirmed, preparing or shipped take stock.
 * - With `dry_run`: 200 with the order as it would be, or the error. Nothing is changed, and the key is not used.
 */
export const adminOrdersCreate = <ThrowOnError extends boolean = false>(options: Options<AdminOrdersCreateData, ThrowOnError>): RequestResult<AdminOrdersCreateResponses, AdminOrdersCreateErrors, ThrowOnError> => options.client.post<AdminOrdersCreateResponses, AdminOrdersCreateErrors, ThrowOnError>({
    url: '/api/admin/orders',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete an order
 *
 * Before delivery its held stock becomes available again. Its payments and returns are deleted with it. 409 while `paid` is not 0 (refund or void the payments first) or a return is open.
 */
export const adminOrdersDelete = <ThrowOnError extends boolean = false>(options: Options<AdminOrdersDeleteData, ThrowOnError>): RequestResult<AdminOrdersDeleteResponses, AdminOrdersDeleteErrors, ThrowOnError> => options.client.delete<AdminOrdersDeleteResponses, AdminOrdersDeleteErrors, ThrowOnError>({ url: '/api/admin/orders/{order}', ...options });

/**
 * Read an order
 *
 * With its items, its history and its possible next states.
 */
export const adminOrdersRead = <ThrowOnError extends boolean = false>(options: Options<AdminOrdersReadData, ThrowOnError>): RequestResult<AdminOrdersReadResponses, AdminOrdersReadErrors, ThrowOnError> => options.client.get<AdminOrdersReadResponses, AdminOrdersReadErrors, ThrowOnError>({ url: '/api/admin/orders/{order}', ...options });

/**
 * Change an order
 *
 * Send the fields that change. Change items under `/api/admin/profile/order-items`.
 *
 * - `status` may become one of the order’s `next_statuses`; the same state again changes nothing.
 * - `status` empty rejects the order. That, like `rejected`, needs a `reject_reason`.
 * - Rejecting, cancelling or returning releases the held stock.
 * - Another `user_id` clears `notes` and `reject_reason`, which are about the former customer, unless the request sets them.
 * It also clears the reasons in `history`.
 * - `figures` `lines` computes all figures from the items, now and after every change of them. A figure that differs from the
 * stored one sets `figures` to `given`.
 */
export const adminOrdersUpdate = <ThrowOnError extends boolean = false>(options: Options<AdminOrdersUpdateData, ThrowOnError>): RequestResult<AdminOrdersUpdateResponses, AdminOrdersUpdateErrors, ThrowOnError> => options.client.put<AdminOrdersUpdateResponses, AdminOrdersUpdateErrors, ThrowOnError>({
    url: '/api/admin/orders/{order}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read the timeline of an order
 *
 * Every change, newest first: who, when, by which request, and the value of each field before and after. Always in pages by cursor. It stays readable for 90 days after a deletion.
 */
export const adminOrdersTimeline = <ThrowOnError extends boolean = false>(options: Options<AdminOrdersTimelineData, ThrowOnError>): RequestResult<AdminOrdersTimelineResponses, AdminOrdersTimelineErrors, ThrowOnError> => options.client.get<AdminOrdersTimelineResponses, AdminOrdersTimelineErrors, ThrowOnError>({ url: '/api/admin/orders/{order}/timeline', ...options });

/**
 * List your orders
 *
 * Only the orders of the token’s user; `filters[user_id]` cannot add others.
 */
export const shopOrdersList = <ThrowOnError extends boolean = false>(options: Options<ShopOrdersListData, ThrowOnError>): RequestResult<ShopOrdersListResponses, ShopOrdersListErrors, ThrowOnError> => options.client.get<ShopOrdersListResponses, ShopOrdersListErrors, ThrowOnError>({ url: '/api/client/orders', ...options });

/**
 * Read one of your orders
 *
 * 404 for an order of another shopper.
 */
export const shopOrdersRead = <ThrowOnError extends boolean = false>(options: Options<ShopOrdersReadData, ThrowOnError>): RequestResult<ShopOrdersReadResponses, ShopOrdersReadErrors, ThrowOnError> => options.client.get<ShopOrdersReadResponses, ShopOrdersReadErrors, ThrowOnError>({ url: '/api/client/orders/{order}', ...options });

/**
 * List order items
 *
 * The lines of all orders.
 */
export const adminOrderItemsList = <ThrowOnError extends boolean = false>(options: Options<AdminOrderItemsListData, ThrowOnError>): RequestResult<AdminOrderItemsListResponses, AdminOrderItemsListErrors, ThrowOnError> => options.client.get<AdminOrderItemsListResponses, AdminOrderItemsListErrors, ThrowOnError>({ url: '/api/admin/profile/order-items', ...options });

/**
 * Add an item to an order
 *
 * Absent prices are those of the product. Takes stock if the order holds stock. The order’s figures change too if its `figures` is `lines`.
 */
export const adminOrderItemsCreate = <ThrowOnError extends boolean = false>(options: Options<AdminOrderItemsCreateData, ThrowOnError>): RequestResult<AdminOrderItemsCreateResponses, AdminOrderItemsCreateErrors, ThrowOnError> => options.client.post<AdminOrderItemsCreateResponses, AdminOrderItemsCreateErrors, ThrowOnError>({
    url: '/api/admin/profile/order-items',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Remove an item from its order
 *
 * Returns the stock that it holds. The version of its order rises.
 */
export const adminOrderItemsDelete = <ThrowOnError extends boolean = false>(options: Options<AdminOrderItemsDeleteData, ThrowOnError>): RequestResult<AdminOrderItemsDeleteResponses, AdminOrderItemsDeleteErrors, ThrowOnError> => options.client.delete<AdminOrderItemsDeleteResponses, AdminOrderItemsDeleteErrors, ThrowOnError>({ url: '/api/admin/profile/order-items/{order_item}', ...options });

/**
 * Read an order item
 *
 * With the order’s copy of its product.
 */
export const adminOrderItemsRead = <ThrowOnError extends boolean = false>(options: Options<AdminOrderItemsReadData, ThrowOnError>): RequestResult<AdminOrderItemsReadResponses, AdminOrderItemsReadErrors, ThrowOnError> => options.client.get<AdminOrderItemsReadResponses, AdminOrderItemsReadErrors, ThrowOnError>({ url: '/api/admin/profile/order-items/{order_item}', ...options });

/**
 * Change an order item; a changed order_id moves it
 *
 * Send the fields that change. A smaller amount returns stock, a larger one takes stock. The version of its order rises, and its figures change too if its `figures` is `lines`.
 */
export const adminOrderItemsUpdate = <ThrowOnError extends boolean = false>(options: Options<AdminOrderItemsUpdateData, ThrowOnError>): RequestResult<AdminOrderItemsUpdateResponses, AdminOrderItemsUpdateErrors, ThrowOnError> => options.client.put<AdminOrderItemsUpdateResponses, AdminOrderItemsUpdateErrors, ThrowOnError>({
    url: '/api/admin/profile/order-items/{order_item}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List payments
 *
 * Newest first. `search` searches references.
 */
export const adminPaymentsList = <ThrowOnError extends boolean = false>(options: Options<AdminPaymentsListData, ThrowOnError>): RequestResult<AdminPaymentsListResponses, AdminPaymentsListErrors, ThrowOnError> => options.client.get<AdminPaymentsListResponses, AdminPaymentsListErrors, ThrowOnError>({ url: '/api/admin/payments', ...options });

/**
 * Read a payment
 *
 * With its refunds.
 */
export const adminPaymentsRead = <ThrowOnError extends boolean = false>(options: Options<AdminPaymentsReadData, ThrowOnError>): RequestResult<AdminPaymentsReadResponses, AdminPaymentsReadErrors, ThrowOnError> => options.client.get<AdminPaymentsReadResponses, AdminPaymentsReadErrors, ThrowOnError>({ url: '/api/admin/payments/{payment}', ...options });

/**
 * Read the timeline of a payment
 *
 * Every change, newest first: who, when, by which request, and the value of each field before and after. Always in pages by cursor. It stays readable for 90 days after a deletion.
 */
export const adminPaymentsTimeline = <ThrowOnError extends boolean = false>(options: Options<AdminPaymentsTimelineData, ThrowOnError>): RequestResult<AdminPaymentsTimelineResponses, AdminPaymentsTimelineErrors, ThrowOnError> => options.client.get<AdminPaymentsTimelineResponses, AdminPaymentsTimelineErrors, ThrowOnError>({ url: '/api/admin/payments/{payment}/timeline', ...options });

/**
 * List the payments of an order
 *
 * The same as `GET /api/admin/payments` for one order.
 */
export const adminPaymentsOfOrder = <ThrowOnError extends boolean = false>(options: Options<AdminPaymentsOfOrderData, ThrowOnError>): RequestResult<AdminPaymentsOfOrderResponses, AdminPaymentsOfOrderErrors, ThrowOnError> => options.client.get<AdminPaymentsOfOrderResponses, AdminPaymentsOfOrderErrors, ThrowOnError>({ url: '/api/admin/orders/{order}/payments', ...options });

/**
 * Record a payment of an order
 *
 * Records money that staff took: cash, a transfer, a card terminal. By default `amount` is what is due, and `method` is the order’s. `capture: false` records an expected payment, which is `authorised` and does not count as paid yet. An order of any state takes payments, and they may exceed what is due. The order’s version rises. `If-Match` takes the order’s ETag.
 */
export const adminPaymentsCreate = <ThrowOnError extends boolean = false>(options: Options<AdminPaymentsCreateData, ThrowOnError>): RequestResult<AdminPaymentsCreateResponses, AdminPaymentsCreateErrors, ThrowOnError> => options.client.post<AdminPaymentsCreateResponses, AdminPaymentsCreateErrors, ThrowOnError>({
    url: '/api/admin/orders/{order}/payments',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List returns
 *
 * The newest first.
 */
export const adminReturnsList = <ThrowOnError extends boolean = false>(options: Options<AdminReturnsListData, ThrowOnError>): RequestResult<AdminReturnsListResponses, AdminReturnsListErrors, ThrowOnError> => options.client.get<AdminReturnsListResponses, AdminReturnsListErrors, ThrowOnError>({ url: '/api/admin/returns', ...options });

/**
 * Read a return
 *
 * With its items and its steps.
 */
export const adminReturnsRead = <ThrowOnError extends boolean = false>(options: Options<AdminReturnsReadData, ThrowOnError>): RequestResult<AdminReturnsReadResponses, AdminReturnsReadErrors, ThrowOnError> => options.client.get<AdminReturnsReadResponses, AdminReturnsReadErrors, ThrowOnError>({ url: '/api/admin/returns/{return}', ...options });

/**
 * Move a return to its next step
 *
 * A requested return is approved or refused, an approved one received or refused, a received one closed. The same state again
 * changes nothing.
 *
 * - With `received`, `lines` says what came back. Items that it does not name count as received in full. The units are no longer
 * reserved for the order, and are added to the stock unless `restock` is false.
 * - `refund` is credited to the order. Default: the share of the units in the price, the discounts and the tax. Money goes back
 * from the newest captured payment on, as far as the shop then owes the customer.
 * - When every unit of the order has come back, the order becomes `returned`.
 * - With `dry_run`: 200 with the return as it would be, or the error. Nothing is changed, and the key is not used.
 */
export const adminReturnsUpdate = <ThrowOnError extends boolean = false>(options: Options<AdminReturnsUpdateData, ThrowOnError>): RequestResult<AdminReturnsUpdateResponses, AdminReturnsUpdateErrors, ThrowOnError> => options.client.put<AdminReturnsUpdateResponses, AdminReturnsUpdateErrors, ThrowOnError>({
    url: '/api/admin/returns/{return}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read the timeline of a return
 *
 * Every change, newest first: who, when, by which request, and the value of each field before and after. Always in pages by cursor. It stays readable for 90 days after a deletion.
 */
export const adminReturnsTimeline = <ThrowOnError extends boolean = false>(options: Options<AdminReturnsTimelineData, ThrowOnError>): RequestResult<AdminReturnsTimelineResponses, AdminReturnsTimelineErrors, ThrowOnError> => options.client.get<AdminReturnsTimelineResponses, AdminReturnsTimelineErrors, ThrowOnError>({ url: '/api/admin/returns/{return}/timeline', ...options });

/**
 * List the returns of an order
 *
 * The same as `GET /api/admin/returns` for one order.
 */
export const adminReturnsOfOrder = <ThrowOnError extends boolean = false>(options: Options<AdminReturnsOfOrderData, ThrowOnError>): RequestResult<AdminReturnsOfOrderResponses, AdminReturnsOfOrderErrors, ThrowOnError> => options.client.get<AdminReturnsOfOrderResponses, AdminReturnsOfOrderErrors, ThrowOnError>({ url: '/api/admin/orders/{order}/returns', ...options });

/**
 * Announce a return of an order
 *
 * Begins `approved`. Possible while the order is shipped or delivered. `If-Match` takes the order’s ETag.
 */
export const adminReturnsCreate = <ThrowOnError extends boolean = false>(options: Options<AdminReturnsCreateData, ThrowOnError>): RequestResult<AdminReturnsCreateResponses, AdminReturnsCreateErrors, ThrowOnError> => options.client.post<AdminReturnsCreateResponses, AdminReturnsCreateErrors, ThrowOnError>({
    url: '/api/admin/orders/{order}/returns',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the returns of one of your orders
 *
 * 404 for an order of another shopper.
 */
export const shopReturnsList = <ThrowOnError extends boolean = false>(options: Options<ShopReturnsListData, ThrowOnError>): RequestResult<ShopReturnsListResponses, ShopReturnsListErrors, ThrowOnError> => options.client.get<ShopReturnsListResponses, ShopReturnsListErrors, ThrowOnError>({ url: '/api/client/orders/{order}/returns', ...options });

/**
 * Ask to return items of one of your orders
 *
 * Possible while the order is delivered, for `RETURN_DAYS` days after the delivery. The units of an item in all its returns never exceed its amount. The shop approves or refuses the request.
 */
export const shopReturnsCreate = <ThrowOnError extends boolean = false>(options: Options<ShopReturnsCreateData, ThrowOnError>): RequestResult<ShopReturnsCreateResponses, ShopReturnsCreateErrors, ThrowOnError> => options.client.post<ShopReturnsCreateResponses, ShopReturnsCreateErrors, ThrowOnError>({
    url: '/api/client/orders/{order}/returns',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read one of your returns
 *
 * 404 for a return of another shopper.
 */
export const shopReturnsRead = <ThrowOnError extends boolean = false>(options: Options<ShopReturnsReadData, ThrowOnError>): RequestResult<ShopReturnsReadResponses, ShopReturnsReadErrors, ThrowOnError> => options.client.get<ShopReturnsReadResponses, ShopReturnsReadErrors, ThrowOnError>({ url: '/api/client/orders/{order}/returns/{return}', ...options });

/**
 * List users
 *
 * The people that orders, addresses and client tokens belong to.
 */
export const adminUsersList = <ThrowOnError extends boolean = false>(options: Options<AdminUsersListData, ThrowOnError>): RequestResult<AdminUsersListResponses, AdminUsersListErrors, ThrowOnError> => options.client.get<AdminUsersListResponses, AdminUsersListErrors, ThrowOnError>({ url: '/api/admin/users', ...options });

/**
 * Create a user
 *
 * The e-mail address is unique, ignoring case. `external_id`, the id in tokens of an identity provider, is unique too.
 */
export const adminUsersCreate = <ThrowOnError extends boolean = false>(options: Options<AdminUsersCreateData, ThrowOnError>): RequestResult<AdminUsersCreateResponses, AdminUsersCreateErrors, ThrowOnError> => options.client.post<AdminUsersCreateResponses, AdminUsersCreateErrors, ThrowOnError>({
    url: '/api/admin/users',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Erase a user
 *
 * Deletes the user, their addresses and their cart. Orders keep their figures, lines, city and country, under "Deleted customer". Other personal data is removed within minutes, at the latest within a day. A 409 lists in `orders` the orders that prevent it: open ones (pending to shipped), ones with an open return, and ones for which the shop owes money. It cannot be undone. `reason` stays on the timeline for 90 days, so it must not identify the person.
 */
export const adminUsersDelete = <ThrowOnError extends boolean = false>(options: Options<AdminUsersDeleteData, ThrowOnError>): RequestResult<AdminUsersDeleteResponses, AdminUsersDeleteErrors, ThrowOnError> => options.client.delete<AdminUsersDeleteResponses, AdminUsersDeleteErrors, ThrowOnError>({
    url: '/api/admin/users/{user}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a user
 *
 * With e-mail address and phone.
 */
export const adminUsersRead = <ThrowOnError extends boolean = false>(options: Options<AdminUsersReadData, ThrowOnError>): RequestResult<AdminUsersReadResponses, AdminUsersReadErrors, ThrowOnError> => options.client.get<AdminUsersReadResponses, AdminUsersReadErrors, ThrowOnError>({ url: '/api/admin/users/{user}', ...options });

/**
 * Change a user
 *
 * Send the fields that change; `phone` and `external_id` may be null.
 */
export const adminUsersUpdate = <ThrowOnError extends boolean = false>(options: Options<AdminUsersUpdateData, ThrowOnError>): RequestResult<AdminUsersUpdateResponses, AdminUsersUpdateErrors, ThrowOnError> => options.client.put<AdminUsersUpdateResponses, AdminUsersUpdateErrors, ThrowOnError>({
    url: '/api/admin/users/{user}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Get the current user
 *
 * The user of the token; 404 if the user does not exist yet.
 */
export const shopMeRead = <ThrowOnError extends boolean = false>(options: Options<ShopMeReadData, ThrowOnError>): RequestResult<ShopMeReadResponses, ShopMeReadErrors, ThrowOnError> => options.client.get<ShopMeReadResponses, ShopMeReadErrors, ThrowOnError>({ url: '/api/client/me', ...options });

/**
 * Change the current user
 *
 * Send the fields that change. With tokens of an identity provider (`AUTH_USER_KIND=external`), the first request creates the user and returns 201; it needs `name` and `email`. Until then every other write is a 403. An e-mail address of another user is rejected, because it never links two accounts.
 */
export const shopMeUpdate = <ThrowOnError extends boolean = false>(options: Options<ShopMeUpdateData, ThrowOnError>): RequestResult<ShopMeUpdateResponses, ShopMeUpdateErrors, ThrowOnError> => options.client.put<ShopMeUpdateResponses, ShopMeUpdateErrors, ThrowOnError>({
    url: '/api/client/me',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read the timeline of a user
 *
 * Every change, newest first: who, when, by which request, and the value of each field before and after. Always in pages by cursor. It stays readable for 90 days after a deletion.
 */
export const adminUsersTimeline = <ThrowOnError extends boolean = false>(options: Options<AdminUsersTimelineData, ThrowOnError>): RequestResult<AdminUsersTimelineResponses, AdminUsersTimelineErrors, ThrowOnError> => options.client.get<AdminUsersTimelineResponses, AdminUsersTimelineErrors, ThrowOnError>({ url: '/api/admin/users/{user}/timeline', ...options });

/**
 * Export all data of a user
 *
 * One JSON file: the user, addresses, cart, orders, timelines with staff notes, and the user’s own writes. A reassigned order has only the changes from the time when it was theirs. Parked commands are listed without their content.
 */
export const adminUsersExport = <ThrowOnError extends boolean = false>(options: Options<AdminUsersExportData, ThrowOnError>): RequestResult<AdminUsersExportResponses, AdminUsersExportErrors, ThrowOnError> => options.client.get<AdminUsersExportResponses, AdminUsersExportErrors, ThrowOnError>({ url: '/api/admin/users/{user}/export', ...options });

/**
 * List addresses
 *
 * The addresses of all users.
 */
export const adminAddressesList = <ThrowOnError extends boolean = false>(options: Options<AdminAddressesListData, ThrowOnError>): RequestResult<AdminAddressesListResponses, AdminAddressesListErrors, ThrowOnError> => options.client.get<AdminAddressesListResponses, AdminAddressesListErrors, ThrowOnError>({ url: '/api/admin/addresses', ...options });

/**
 * Create an address
 *
 * `country` has two letters, ISO 3166-1.
 */
export const adminAddressesCreate = <ThrowOnError extends boolean = false>(options: Options<AdminAddressesCreateData, ThrowOnError>): RequestResult<AdminAddressesCreateResponses, AdminAddressesCreateErrors, ThrowOnError> => options.client.post<AdminAddressesCreateResponses, AdminAddressesCreateErrors, ThrowOnError>({
    url: '/api/admin/addresses',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete an address
 *
 * Orders keep their copy of it.
 */
export const adminAddressesDelete = <ThrowOnError extends boolean = false>(options: Options<AdminAddressesDeleteData, ThrowOnError>): RequestResult<AdminAddressesDeleteResponses, AdminAddressesDeleteErrors, ThrowOnError> => options.client.delete<AdminAddressesDeleteResponses, AdminAddressesDeleteErrors, ThrowOnError>({ url: '/api/admin/addresses/{address}', ...options });

/**
 * Read an address
 *
 * The current address; orders keep their own copy.
 */
export const adminAddressesRead = <ThrowOnError extends boolean = false>(options: Options<AdminAddressesReadData, ThrowOnError>): RequestResult<AdminAddressesReadResponses, AdminAddressesReadErrors, ThrowOnError> => options.client.get<AdminAddressesReadResponses, AdminAddressesReadErrors, ThrowOnError>({ url: '/api/admin/addresses/{address}', ...options });

/**
 * Change an address
 *
 * Send the fields that change. Existing orders keep their copies.
 */
export const adminAddressesUpdate = <ThrowOnError extends boolean = false>(options: Options<AdminAddressesUpdateData, ThrowOnError>): RequestResult<AdminAddressesUpdateResponses, AdminAddressesUpdateErrors, ThrowOnError> => options.client.put<AdminAddressesUpdateResponses, AdminAddressesUpdateErrors, ThrowOnError>({
    url: '/api/admin/addresses/{address}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read the timeline of an address
 *
 * Every change, newest first: who, when, by which request, and the value of each field before and after. Always in pages by cursor. It stays readable for 90 days after a deletion.
 */
export const adminAddressesTimeline = <ThrowOnError extends boolean = false>(options: Options<AdminAddressesTimelineData, ThrowOnError>): RequestResult<AdminAddressesTimelineResponses, AdminAddressesTimelineErrors, ThrowOnError> => options.client.get<AdminAddressesTimelineResponses, AdminAddressesTimelineErrors, ThrowOnError>({ url: '/api/admin/addresses/{address}/timeline', ...options });

/**
 * List your addresses
 *
 * The addresses of the token’s user.
 */
export const shopAddressesList = <ThrowOnError extends boolean = false>(options: Options<ShopAddressesListData, ThrowOnError>): RequestResult<ShopAddressesListResponses, ShopAddressesListErrors, ThrowOnError> => options.client.get<ShopAddressesListResponses, ShopAddressesListErrors, ThrowOnError>({ url: '/api/client/addresses', ...options });

/**
 * Add an address of yours
 *
 * You can use it in a checkout immediately. `country` has two letters, ISO 3166-1.
 */
export const shopAddressesCreate = <ThrowOnError extends boolean = false>(options: Options<ShopAddressesCreateData, ThrowOnError>): RequestResult<ShopAddressesCreateResponses, ShopAddressesCreateErrors, ThrowOnError> => options.client.post<ShopAddressesCreateResponses, ShopAddressesCreateErrors, ThrowOnError>({
    url: '/api/client/addresses',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete an address of yours
 *
 * Orders keep their copy of it.
 */
export const shopAddressesDelete = <ThrowOnError extends boolean = false>(options: Options<ShopAddressesDeleteData, ThrowOnError>): RequestResult<ShopAddressesDeleteResponses, ShopAddressesDeleteErrors, ThrowOnError> => options.client.delete<ShopAddressesDeleteResponses, ShopAddressesDeleteErrors, ThrowOnError>({ url: '/api/client/addresses/{address}', ...options });

/**
 * Read one of your addresses
 *
 * 404 for an address of another shopper.
 */
export const shopAddressesRead = <ThrowOnError extends boolean = false>(options: Options<ShopAddressesReadData, ThrowOnError>): RequestResult<ShopAddressesReadResponses, ShopAddressesReadErrors, ThrowOnError> => options.client.get<ShopAddressesReadResponses, ShopAddressesReadErrors, ThrowOnError>({ url: '/api/client/addresses/{address}', ...options });

/**
 * Change an address of yours
 *
 * Send the fields that change. Existing orders keep their copies.
 */
export const shopAddressesUpdate = <ThrowOnError extends boolean = false>(options: Options<ShopAddressesUpdateData, ThrowOnError>): RequestResult<ShopAddressesUpdateResponses, ShopAddressesUpdateErrors, ThrowOnError> => options.client.put<ShopAddressesUpdateResponses, ShopAddressesUpdateErrors, ThrowOnError>({
    url: '/api/client/addresses/{address}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the stock of products
 *
 * Products with counted stock, now or in the past, or with a threshold. Other products can always be ordered. `filters[low]`: stock at the threshold or below.
 */
export const adminInventoryList = <ThrowOnError extends boolean = false>(options: Options<AdminInventoryListData, ThrowOnError>): RequestResult<AdminInventoryListResponses, AdminInventoryListErrors, ThrowOnError> => options.client.get<AdminInventoryListResponses, AdminInventoryListErrors, ThrowOnError>({ url: '/api/admin/inventory', ...options });

/**
 * Read the stock of a product
 *
 * `stock` is what can still be sold, or null if it is not counted. `held` is reserved for orders that are not delivered yet.
 */
export const adminInventoryRead = <ThrowOnError extends boolean = false>(options: Options<AdminInventoryReadData, ThrowOnError>): RequestResult<AdminInventoryReadResponses, AdminInventoryReadErrors, ThrowOnError> => options.client.get<AdminInventoryReadResponses, AdminInventoryReadErrors, ThrowOnError>({ url: '/api/admin/inventory/{product}', ...options });

/**
 * Set the stock of a product
 *
 * `stock`, `low_stock_at` or both. `held` does not change. With `stock` null the product is not counted and can always be ordered.
 */
export const adminInventorySet = <ThrowOnError extends boolean = false>(options: Options<AdminInventorySetData, ThrowOnError>): RequestResult<AdminInventorySetResponses, AdminInventorySetErrors, ThrowOnError> => options.client.put<AdminInventorySetResponses, AdminInventorySetErrors, ThrowOnError>({
    url: '/api/admin/inventory/{product}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read the timeline of the stock of a product
 *
 * Every change, newest first: who, when, by which request, and the value of each field before and after. Always in pages by cursor. It stays readable for 90 days after a deletion.
 */
export const adminInventoryTimeline = <ThrowOnError extends boolean = false>(options: Options<AdminInventoryTimelineData, ThrowOnError>): RequestResult<AdminInventoryTimelineResponses, AdminInventoryTimelineErrors, ThrowOnError> => options.client.get<AdminInventoryTimelineResponses, AdminInventoryTimelineErrors, ThrowOnError>({ url: '/api/admin/inventory/{product}/timeline', ...options });

/**
 * Empty your cart
 *
 * Removes all items from the cart.
 */
export const shopCartClear = <ThrowOnError extends boolean = false>(options: Options<ShopCartClearData, ThrowOnError>): RequestResult<ShopCartClearResponses, ShopCartClearErrors, ThrowOnError> => options.client.delete<ShopCartClearResponses, ShopCartClearErrors, ThrowOnError>({ url: '/api/client/cart', ...options });

/**
 * Read your cart
 *
 * Prices are current. `available` says whether the amount of a line could be ordered now. A new cart is empty.
 */
export const shopCartRead = <ThrowOnError extends boolean = false>(options: Options<ShopCartReadData, ThrowOnError>): RequestResult<ShopCartReadResponses, ShopCartReadErrors, ThrowOnError> => options.client.get<ShopCartReadResponses, ShopCartReadErrors, ThrowOnError>({ url: '/api/client/cart', ...options });

/**
 * Read the settings of the shop
 *
 * The shop’s details for slips and invoices, its currency and its time zone. `name`, `address` and `footer` are in the language of the request; `en` and `ar` hold both. Values that are not set are null; `reason_templates` begins with a few.
 */
export const adminSettingsRead = <ThrowOnError extends boolean = false>(options: Options<AdminSettingsReadData, ThrowOnError>): RequestResult<AdminSettingsReadResponses, AdminSettingsReadErrors, ThrowOnError> => options.client.get<AdminSettingsReadResponses, AdminSettingsReadErrors, ThrowOnError>({ url: '/api/admin/settings', ...options });

/**
 * Change the settings of the shop
 *
 * Send the fields that change; a single text of one language is enough. `reason_templates` is replaced as a whole.
 */
export const adminSettingsUpdate = <ThrowOnError extends boolean = false>(options: Options<AdminSettingsUpdateData, ThrowOnError>): RequestResult<AdminSettingsUpdateResponses, AdminSettingsUpdateErrors, ThrowOnError> => options.client.put<AdminSettingsUpdateResponses, AdminSettingsUpdateErrors, ThrowOnError>({
    url: '/api/admin/settings',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read your saved views
 *
 * Saved lists with their filters. Each token’s subject has its own.
 */
export const adminSavedViewsRead = <ThrowOnError extends boolean = false>(options: Options<AdminSavedViewsReadData, ThrowOnError>): RequestResult<AdminSavedViewsReadResponses, AdminSavedViewsReadErrors, ThrowOnError> => options.client.get<AdminSavedViewsReadResponses, AdminSavedViewsReadErrors, ThrowOnError>({ url: '/api/admin/settings/views', ...options });

/**
 * Replace your saved views
 *
 * Replaces the saved views. Send all of them, in the order in which to show them.
 */
export const adminSavedViewsUpdate = <ThrowOnError extends boolean = false>(options: Options<AdminSavedViewsUpdateData, ThrowOnError>): RequestResult<AdminSavedViewsUpdateResponses, AdminSavedViewsUpdateErrors, ThrowOnError> => options.client.put<AdminSavedViewsUpdateResponses, AdminSavedViewsUpdateErrors, ThrowOnError>({
    url: '/api/admin/settings/views',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Sum up orders
 *
 * By `day`, `month` or `hour` of the day in the store’s time zone, by `status`, `payment_method`, `payment_status`, `product` or
 * `city`. Without `filters[created_at]`: the last 30 days. Times, states, payment methods and payment statuses without orders
 * have rows too; products and cities come by their totals, the largest first.
 *
 * - Exact, from counters, for ranges of `created_at`, `status`, `payment_method`, `product_id` and `city`.
 * - By `payment_status`, with other filters, with `city` and `product_id` together, by `hour` with either, and of orders with one
 * of several products orders are looked at one by one: 422 says what to narrow when that takes more than 5 s.
 * - `filters[product_id]` selects orders with a line of the product, and their totals are those of the whole orders; `by=product`
 * sums up lines, of these products alone.
 */
export const adminStatisticsOrders = <ThrowOnError extends boolean = false>(options: Options<AdminStatisticsOrdersData, ThrowOnError>): RequestResult<AdminStatisticsOrdersResponses, AdminStatisticsOrdersErrors, ThrowOnError> => options.client.get<AdminStatisticsOrdersResponses, AdminStatisticsOrdersErrors, ThrowOnError>({ url: '/api/admin/statistics/orders', ...options });

/**
 * Read what the last audit of the data found
 *
 * The store audits its data every `AUDIT_INTERVAL_HOURS`. Each rule says what it means and how its findings are repaired; `npm run audit -- --repair` repairs what needs no decision.
 */
export const adminAuditRead = <ThrowOnError extends boolean = false>(options: Options<AdminAuditReadData, ThrowOnError>): RequestResult<AdminAuditReadResponses, AdminAuditReadErrors, ThrowOnError> => options.client.get<AdminAuditReadResponses, AdminAuditReadErrors, ThrowOnError>({ url: '/api/admin/audit', ...options });

/**
 * Move many orders to a state, or mark them as paid
 *
 * `status`, `payment` or both. Each order changes by its own state; orders that cannot are listed as rejected. `rejected` needs
 * a `reject_reason`.
 *
 * Send either `ids`, up to 100,000, or a selection: `filters`, `search` or both, as in the list, or `all`. A selection is looked up once, when the request is accepted (`frozen_at`): later matches are not changed, and records that no longer match are still changed. A selection of more than 100,000 records is rejected.
 *
 * `payment` records what is due as paid, order by order: a captured payment of the provider `manual`. With `status`, one step moves
 * the order and records what is due after the move. An order with nothing due gets no payment. An undo voids the payment. Work
 * with payments is an operation of the type `orders.bulk-payment`.
 */
export const adminOrdersBulkUpdate = <ThrowOnError extends boolean = false>(options: Options<AdminOrdersBulkUpdateData, ThrowOnError>): RequestResult<AdminOrdersBulkUpdateResponses, AdminOrdersBulkUpdateErrors, ThrowOnError> => options.client.put<AdminOrdersBulkUpdateResponses, AdminOrdersBulkUpdateErrors, ThrowOnError>({
    url: '/api/admin/orders/bulk-update',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete many orders
 *
 * Deletes each record alone; missing and rejected records are listed. `dry_run` rehearses it.
 *
 * Send either `ids`, up to 100,000, or a selection: `filters`, `search` or both, as in the list, or `all`. A selection is looked up once, when the request is accepted (`frozen_at`): later matches are not changed, and records that no longer match are still changed. A selection of more than 100,000 records is rejected.
 */
export const adminOrdersBulkDelete = <ThrowOnError extends boolean = false>(options: Options<AdminOrdersBulkDeleteData, ThrowOnError>): RequestResult<AdminOrdersBulkDeleteResponses, AdminOrdersBulkDeleteErrors, ThrowOnError> => options.client.post<AdminOrdersBulkDeleteResponses, AdminOrdersBulkDeleteErrors, ThrowOnError>({
    url: '/api/admin/orders/bulk-delete',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Order the products in the cart
 *
 * Creates a pending order from the caller’s cart, takes the stock and empties the cart, all together or not at all. The server computes every figure. `address_id` must be one of the caller’s own. Send an `Idempotency-Key`, so that a retry after a lost response gets the order that was placed. With `dry_run`: 200 with the order as it would be, or the error. Nothing is changed, and the key is not used.
 */
export const shopOrdersCheckout = <ThrowOnError extends boolean = false>(options: Options<ShopOrdersCheckoutData, ThrowOnError>): RequestResult<ShopOrdersCheckoutResponses, ShopOrdersCheckoutErrors, ThrowOnError> => options.client.post<ShopOrdersCheckoutResponses, ShopOrdersCheckoutErrors, ThrowOnError>({
    url: '/api/client/orders/checkout',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Cancel one of your orders while it is pending
 *
 * Its stock becomes available again. A confirmed order is an `illegal_transition`.
 */
export const shopOrdersCancel = <ThrowOnError extends boolean = false>(options: Options<ShopOrdersCancelData, ThrowOnError>): RequestResult<ShopOrdersCancelResponses, ShopOrdersCancelErrors, ThrowOnError> => options.client.post<ShopOrdersCancelResponses, ShopOrdersCancelErrors, ThrowOnError>({ url: '/api/client/orders/{order}/cancel', ...options });

/**
 * Write a note on an order
 *
 * For staff: the note is in the order’s timeline, and shoppers never see it. The order’s version and ETag do not change.
 */
export const adminOrderNotesCreate = <ThrowOnError extends boolean = false>(options: Options<AdminOrderNotesCreateData, ThrowOnError>): RequestResult<AdminOrderNotesCreateResponses, AdminOrderNotesCreateErrors, ThrowOnError> => options.client.post<AdminOrderNotesCreateResponses, AdminOrderNotesCreateErrors, ThrowOnError>({
    url: '/api/admin/orders/{order}/notes',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Change the items of an order in one step
 *
 * Possible while the order is pending, confirmed, preparing. All of it is done, or nothing.
 *
 * - A line with `item_id` sets the amount of an item; 0 removes it, with its discount. A line with `product_id` adds an item.
 * - `discount_amount` is the discount of the whole order. It is spread over the items by their prices, and needs `figures` `lines`.
 * - The stock moves with the items. The figures follow, if `figures` is `lines`.
 * - `refund` `due` pays back what the shop then owes, from the newest captured payments.
 * - `If-Match` takes the order’s ETag.
 * - `POST /api/operations/{operation_id}/undo` undoes the change within 7 days, unless the order has changed since. A
 * change that paid money back is not undone.
 * - With `dry_run`: 200 with the order as it would be, or the error. Nothing is changed, and the key is not used.
 */
export const adminOrdersChange = <ThrowOnError extends boolean = false>(options: Options<AdminOrdersChangeData, ThrowOnError>): RequestResult<AdminOrdersChangeResponses, AdminOrdersChangeErrors, ThrowOnError> => options.client.post<AdminOrdersChangeResponses, AdminOrdersChangeErrors, ThrowOnError>({
    url: '/api/admin/orders/{order}/changes',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Capture an authorised payment
 *
 * The expected money arrived. Default: all of it; what is left of the authorisation lapses. `If-Match` takes the payment’s ETag.
 */
export const adminPaymentsCapture = <ThrowOnError extends boolean = false>(options: Options<AdminPaymentsCaptureData, ThrowOnError>): RequestResult<AdminPaymentsCaptureResponses, AdminPaymentsCaptureErrors, ThrowOnError> => options.client.post<AdminPaymentsCaptureResponses, AdminPaymentsCaptureErrors, ThrowOnError>({
    url: '/api/admin/payments/{payment}/capture',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Void a payment
 *
 * An authorised payment that will not come, or a captured one that was recorded by mistake. A payment with refunds cannot be voided. `If-Match` takes the payment’s ETag.
 */
export const adminPaymentsVoid = <ThrowOnError extends boolean = false>(options: Options<AdminPaymentsVoidData, ThrowOnError>): RequestResult<AdminPaymentsVoidResponses, AdminPaymentsVoidErrors, ThrowOnError> => options.client.post<AdminPaymentsVoidResponses, AdminPaymentsVoidErrors, ThrowOnError>({ url: '/api/admin/payments/{payment}/void', ...options });

/**
 * Refund a captured payment
 *
 * Send an `amount`, or `lines` with the units of each line. Lines come to their share of the price, the discounts and the tax; in an order with `figures` `given`, to their share of `total`. A refund first settles a negative `due` of the order. What exceeds that adds to `credited`, so that a refund never makes the customer owe anything. `If-Match` takes the payment’s ETag.
 */
export const adminPaymentsRefund = <ThrowOnError extends boolean = false>(options: Options<AdminPaymentsRefundData, ThrowOnError>): RequestResult<AdminPaymentsRefundResponses, AdminPaymentsRefundErrors, ThrowOnError> => options.client.post<AdminPaymentsRefundResponses, AdminPaymentsRefundErrors, ThrowOnError>({
    url: '/api/admin/payments/{payment}/refund',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Withdraw one of your requested returns
 *
 * After the shop’s approval it is an `illegal_transition`.
 */
export const shopReturnsWithdraw = <ThrowOnError extends boolean = false>(options: Options<ShopReturnsWithdrawData, ThrowOnError>): RequestResult<ShopReturnsWithdrawResponses, ShopReturnsWithdrawErrors, ThrowOnError> => options.client.post<ShopReturnsWithdrawResponses, ShopReturnsWithdrawErrors, ThrowOnError>({ url: '/api/client/orders/{order}/returns/{return}/withdraw', ...options });

/**
 * Add to the stock of a product, or take from it
 *
 * `by` may be negative, but no stock falls below 0. Set the stock of a product first if it is not counted.
 */
export const adminInventoryAdjust = <ThrowOnError extends boolean = false>(options: Options<AdminInventoryAdjustData, ThrowOnError>): RequestResult<AdminInventoryAdjustResponses, AdminInventoryAdjustErrors, ThrowOnError> => options.client.post<AdminInventoryAdjustResponses, AdminInventoryAdjustErrors, ThrowOnError>({
    url: '/api/admin/inventory/{product}/adjust',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Add a product to your cart
 *
 * Adds to the amount in the cart. Stock is checked at checkout.
 */
export const shopCartAdd = <ThrowOnError extends boolean = false>(options: Options<ShopCartAddData, ThrowOnError>): RequestResult<ShopCartAddResponses, ShopCartAddErrors, ThrowOnError> => options.client.post<ShopCartAddResponses, ShopCartAddErrors, ThrowOnError>({
    url: '/api/client/cart/items',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Remove a product from your cart
 *
 * Succeeds also if the cart does not have it.
 */
export const shopCartRemove = <ThrowOnError extends boolean = false>(options: Options<ShopCartRemoveData, ThrowOnError>): RequestResult<ShopCartRemoveResponses, ShopCartRemoveErrors, ThrowOnError> => options.client.delete<ShopCartRemoveResponses, ShopCartRemoveErrors, ThrowOnError>({ url: '/api/client/cart/items/{product_id}', ...options });

/**
 * Set the amount of a product in your cart
 *
 * Adds the product if it is missing. Returns the whole cart.
 */
export const shopCartSet = <ThrowOnError extends boolean = false>(options: Options<ShopCartSetData, ThrowOnError>): RequestResult<ShopCartSetResponses, ShopCartSetErrors, ThrowOnError> => options.client.put<ShopCartSetResponses, ShopCartSetErrors, ThrowOnError>({
    url: '/api/client/cart/items/{product_id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List webhook endpoints
 *
 * Every URL that receives events, without secrets.
 */
export const adminWebhooksList = <ThrowOnError extends boolean = false>(options: Options<AdminWebhooksListData, ThrowOnError>): RequestResult<AdminWebhooksListResponses, AdminWebhooksListErrors, ThrowOnError> => options.client.get<AdminWebhooksListResponses, AdminWebhooksListErrors, ThrowOnError>({ url: '/api/admin/webhooks', ...options });

/**
 * Create a webhook endpoint
 *
 * The endpoint receives events from now on, signed as Standard Webhooks says: the events of a record in the order of its versions, each at least once. Only this response has the `secret`; after a 202, `rotate-secret` returns a new one.
 */
export const adminWebhooksCreate = <ThrowOnError extends boolean = false>(options: Options<AdminWebhooksCreateData, ThrowOnError>): RequestResult<AdminWebhooksCreateResponses, AdminWebhooksCreateErrors, ThrowOnError> => options.client.post<AdminWebhooksCreateResponses, AdminWebhooksCreateErrors, ThrowOnError>({
    url: '/api/admin/webhooks',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Delete a webhook endpoint
 *
 * Nothing more is sent to it, and its deliveries are deleted.
 */
export const adminWebhooksDelete = <ThrowOnError extends boolean = false>(options: Options<AdminWebhooksDeleteData, ThrowOnError>): RequestResult<AdminWebhooksDeleteResponses, AdminWebhooksDeleteErrors, ThrowOnError> => options.client.delete<AdminWebhooksDeleteResponses, AdminWebhooksDeleteErrors, ThrowOnError>({ url: '/api/admin/webhooks/{webhook}', ...options });

/**
 * Read a webhook endpoint
 *
 * Only creating it and `rotate-secret` return the secret.
 */
export const adminWebhooksRead = <ThrowOnError extends boolean = false>(options: Options<AdminWebhooksReadData, ThrowOnError>): RequestResult<AdminWebhooksReadResponses, AdminWebhooksReadErrors, ThrowOnError> => options.client.get<AdminWebhooksReadResponses, AdminWebhooksReadErrors, ThrowOnError>({ url: '/api/admin/webhooks/{webhook}', ...options });

/**
 * Change a webhook endpoint
 *
 * Send the fields that change. A paused or disabled endpoint receives nothing. Once it is active again, it gets all events since then that are still kept.
 */
export const adminWebhooksUpdate = <ThrowOnError extends boolean = false>(options: Options<AdminWebhooksUpdateData, ThrowOnError>): RequestResult<AdminWebhooksUpdateResponses, AdminWebhooksUpdateErrors, ThrowOnError> => options.client.put<AdminWebhooksUpdateResponses, AdminWebhooksUpdateErrors, ThrowOnError>({
    url: '/api/admin/webhooks/{webhook}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the deliveries of a webhook endpoint
 *
 * Sent and waiting deliveries, with every attempt and without bodies. Ended deliveries are kept as long as events.
 */
export const adminWebhookDeliveriesList = <ThrowOnError extends boolean = false>(options: Options<AdminWebhookDeliveriesListData, ThrowOnError>): RequestResult<AdminWebhookDeliveriesListResponses, AdminWebhookDeliveriesListErrors, ThrowOnError> => options.client.get<AdminWebhookDeliveriesListResponses, AdminWebhookDeliveriesListErrors, ThrowOnError>({ url: '/api/admin/webhooks/{webhook}/deliveries', ...options });

/**
 * Read a delivery
 *
 * The delivery as in the list.
 */
export const adminWebhookDeliveriesRead = <ThrowOnError extends boolean = false>(options: Options<AdminWebhookDeliveriesReadData, ThrowOnError>): RequestResult<AdminWebhookDeliveriesReadResponses, AdminWebhookDeliveriesReadErrors, ThrowOnError> => options.client.get<AdminWebhookDeliveriesReadResponses, AdminWebhookDeliveriesReadErrors, ThrowOnError>({ url: '/api/admin/webhooks/{webhook}/deliveries/{delivery}', ...options });

/**
 * Rotate the secret of a webhook endpoint
 *
 * Only this response has the new secret. For 24 hours the store signs with the previous secret too, and never with more than two.
 */
export const adminWebhooksRotateSecret = <ThrowOnError extends boolean = false>(options: Options<AdminWebhooksRotateSecretData, ThrowOnError>): RequestResult<AdminWebhooksRotateSecretResponses, AdminWebhooksRotateSecretErrors, ThrowOnError> => options.client.post<AdminWebhooksRotateSecretResponses, AdminWebhooksRotateSecretErrors, ThrowOnError>({ url: '/api/admin/webhooks/{webhook}/rotate-secret', ...options });

/**
 * Send a ping to a webhook endpoint
 *
 * Sends an event of the type `webhook.ping` immediately. Returns its delivery, where you can read the result.
 */
export const adminWebhooksPing = <ThrowOnError extends boolean = false>(options: Options<AdminWebhooksPingData, ThrowOnError>): RequestResult<AdminWebhooksPingResponses, AdminWebhooksPingErrors, ThrowOnError> => options.client.post<AdminWebhooksPingResponses, AdminWebhooksPingErrors, ThrowOnError>({ url: '/api/admin/webhooks/{webhook}/ping', ...options });

/**
 * Send events again to a webhook endpoint
 *
 * Sends all kept events after this position again, in order.
 */
export const adminWebhooksReplay = <ThrowOnError extends boolean = false>(options: Options<AdminWebhooksReplayData, ThrowOnError>): RequestResult<AdminWebhooksReplayResponses, AdminWebhooksReplayErrors, ThrowOnError> => options.client.post<AdminWebhooksReplayResponses, AdminWebhooksReplayErrors, ThrowOnError>({
    url: '/api/admin/webhooks/{webhook}/replay',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Send a delivery again
 *
 * Sends it immediately, without waiting for other deliveries of the record, with ten more attempts.
 */
export const adminWebhookDeliveriesRedeliver = <ThrowOnError extends boolean = false>(options: Options<AdminWebhookDeliveriesRedeliverData, ThrowOnError>): RequestResult<AdminWebhookDeliveriesRedeliverResponses, AdminWebhookDeliveriesRedeliverErrors, ThrowOnError> => options.client.post<AdminWebhookDeliveriesRedeliverResponses, AdminWebhookDeliveriesRedeliverErrors, ThrowOnError>({ url: '/api/admin/webhooks/{webhook}/deliveries/{delivery}/redeliver', ...options });

/**
 * Cancel an operation
 *
 * Work that has not begun, or is parked, never runs. Bulk work stops, and its changes so far stay. 409 once the operation is final.
 */
export const operationsCancel = <ThrowOnError extends boolean = false>(options: Options<OperationsCancelData, ThrowOnError>): RequestResult<OperationsCancelResponses, OperationsCancelErrors, ThrowOnError> => options.client.delete<OperationsCancelResponses, OperationsCancelErrors, ThrowOnError>({ url: '/api/operations/{id}', ...options });

/**
 * Read the outcome of a write
 *
 * For its own caller and for admins. Operations are kept for 7 days. `unknown`: after a minute no worker has seen it; send the request again with the same `Idempotency-Key`.
 */
export const operationsRead = <ThrowOnError extends boolean = false>(options: Options<OperationsReadData, ThrowOnError>): RequestResult<OperationsReadResponses, OperationsReadErrors, ThrowOnError> => options.client.get<OperationsReadResponses, OperationsReadErrors, ThrowOnError>({ url: '/api/operations/{id}', ...options });

/**
 * Read the outcome of each record of bulk work
 *
 * One line per record, as NDJSON (each line a `ReportLine`). With `format` or `Accept` as CSV or XLSX, with the changed fields before and after, and the current fields of the records, for example as a pick list (`rows=items`). For a rehearsal: what it would do.
 */
export const operationsReport = <ThrowOnError extends boolean = false>(options: Options<OperationsReportData, ThrowOnError>): RequestResult<OperationsReportResponses, OperationsReportErrors, ThrowOnError> => options.client.get<OperationsReportResponses, OperationsReportErrors, ThrowOnError>({ url: '/api/operations/{id}/report', ...options });

/**
 * Apply a rehearsal
 *
 * Bulk work on exactly the records of a rehearsal (`dry_run`). A record that has changed since is rejected (`moved_on`). Possible once, within a day; a second call is a 409 with the resulting operation.
 */
export const adminOperationsApply = <ThrowOnError extends boolean = false>(options: Options<AdminOperationsApplyData, ThrowOnError>): RequestResult<AdminOperationsApplyResponses, AdminOperationsApplyErrors, ThrowOnError> => options.client.post<AdminOperationsApplyResponses, AdminOperationsApplyErrors, ThrowOnError>({
    url: '/api/operations/{id}/apply',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Undo what bulk work changed
 *
 * Bulk work, possible within 7 days. Reverts each record that has not changed since the operation, and restores deleted records with their ids. Other records are rejected (`changed_since`), and so are orders without enough stock (`out_of_stock`). `dry_run` rehearses it. Undoing an undo repeats the change. Rejected records can be undone later. 409 if nothing is left.
 */
export const adminOperationsUndo = <ThrowOnError extends boolean = false>(options: Options<AdminOperationsUndoData, ThrowOnError>): RequestResult<AdminOperationsUndoResponses, AdminOperationsUndoErrors, ThrowOnError> => options.client.post<AdminOperationsUndoResponses, AdminOperationsUndoErrors, ThrowOnError>({
    url: '/api/operations/{id}/undo',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List operations
 *
 * The writes of all callers in the last 7 days that a worker has seen, newest first. `note` says why one is parked. `meta.total` counts up to 10,000. Numbered pages reach the 10,000th operation, pages with cursors the last one.
 */
export const adminOperationsList = <ThrowOnError extends boolean = false>(options: Options<AdminOperationsListData, ThrowOnError>): RequestResult<AdminOperationsListResponses, AdminOperationsListErrors, ThrowOnError> => options.client.get<AdminOperationsListResponses, AdminOperationsListErrors, ThrowOnError>({ url: '/api/admin/operations', ...options });

/**
 * Redrive a parked operation
 *
 * Sends its command to its queue again, after the cause is repaired. 409 if it is not parked; without `force` also if the record has changed since, or the command is over 6 days old. 202 if its outcome takes longer.
 */
export const adminOperationsRedrive = <ThrowOnError extends boolean = false>(options: Options<AdminOperationsRedriveData, ThrowOnError>): RequestResult<AdminOperationsRedriveResponses, AdminOperationsRedriveErrors, ThrowOnError> => options.client.post<AdminOperationsRedriveResponses, AdminOperationsRedriveErrors, ThrowOnError>({
    url: '/api/admin/operations/{id}/redrive',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Discard a parked operation
 *
 * Its status becomes `failed`, permanently. 409 if it is not parked.
 */
export const adminOperationsDiscard = <ThrowOnError extends boolean = false>(options: Options<AdminOperationsDiscardData, ThrowOnError>): RequestResult<AdminOperationsDiscardResponses, AdminOperationsDiscardErrors, ThrowOnError> => options.client.post<AdminOperationsDiscardResponses, AdminOperationsDiscardErrors, ThrowOnError>({
    url: '/api/admin/operations/{id}/discard',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read events of the store
 *
 * A client that keeps the cursor gets every committed change once, and the changes of a record in the order of its versions. With `Accept: text/event-stream`, a stream of the same events: `id` is the cursor, `event` the type. A heartbeat comes every 15 seconds. The stream ends with the token or the session.
 */
export const adminEventsList = <ThrowOnError extends boolean = false>(options: Options<AdminEventsListData, ThrowOnError>): RequestResult<AdminEventsListResponses, AdminEventsListErrors, ThrowOnError> => options.client.get<AdminEventsListResponses, AdminEventsListErrors, ThrowOnError>({ url: '/api/admin/events', ...options });

/**
 * Read events of your own orders
 *
 * Every change of the caller’s orders once, in order, without authors and costs. With `Accept: text/event-stream`, a stream of the same events: `id` is the cursor, `event` the type. A heartbeat comes every 15 seconds. The stream ends with the token or the session.
 */
export const shopEventsList = <ThrowOnError extends boolean = false>(options: Options<ShopEventsListData, ThrowOnError>): RequestResult<ShopEventsListResponses, ShopEventsListErrors, ThrowOnError> => options.client.get<ShopEventsListResponses, ShopEventsListErrors, ThrowOnError>({ url: '/api/client/events', ...options });
