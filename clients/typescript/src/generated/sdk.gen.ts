// Generated from the OpenAPI document: `npm run store -- client:typescript`.

import type { Client, ClientMeta, Options as Options2, RequestResult, TDataShape } from '../transport.ts';

import type { AddressesCreateData, AddressesCreateErrors, AddressesCreateResponses, AddressesDeleteData, AddressesDeleteErrors, AddressesDeleteResponses, AddressesListData, AddressesListErrors, AddressesListResponses, AddressesReadData, AddressesReadErrors, AddressesReadResponses, AddressesTimelineData, AddressesTimelineErrors, AddressesTimelineResponses, AddressesUpdateData, AddressesUpdateErrors, AddressesUpdateResponses, AuditReadData, AuditReadErrors, AuditReadResponses, CartAddData, CartAddErrors, CartAddResponses, CartClearData, CartClearErrors, CartClearResponses, CartReadData, CartReadErrors, CartReadResponses, CartRemoveData, CartRemoveErrors, CartRemoveResponses, CartSetData, CartSetErrors, CartSetResponses, EventsListData, EventsListErrors, EventsListResponses, InventoryAdjustData, InventoryAdjustErrors, InventoryAdjustResponses, InventoryListData, InventoryListErrors, InventoryListResponses, InventoryReadData, InventoryReadErrors, InventoryReadResponses, InventorySetData, InventorySetErrors, InventorySetResponses, InventoryTimelineData, InventoryTimelineErrors, InventoryTimelineResponses, MeReadData, MeReadErrors, MeReadResponses, MeUpdateData, MeUpdateErrors, MeUpdateResponses, OperationsApplyData, OperationsApplyErrors, OperationsApplyResponses, OperationsCancelData, OperationsCancelErrors, OperationsCancelResponses, OperationsDiscardData, OperationsDiscardErrors, OperationsDiscardResponses, OperationsListData, OperationsListErrors, OperationsListResponses, OperationsReadData, OperationsReadErrors, OperationsReadResponses, OperationsRedriveData, OperationsRedriveErrors, OperationsRedriveResponses, OperationsReportData, OperationsReportErrors, OperationsReportResponses, OperationsUndoData, OperationsUndoErrors, OperationsUndoResponses, OrderItemsCreateData, OrderItemsCreateErrors, OrderItemsCreateResponses, OrderItemsDeleteData, OrderItemsDeleteErrors, OrderItemsDeleteResponses, OrderItemsListData, OrderItemsListErrors, OrderItemsListResponses, OrderItemsReadData, OrderItemsReadErrors, OrderItemsReadResponses, OrderItemsUpdateData, OrderItemsUpdateErrors, OrderItemsUpdateResponses, OrderNotesCreateData, OrderNotesCreateErrors, OrderNotesCreateResponses, OrdersBulkDeleteData, OrdersBulkDeleteErrors, OrdersBulkDeleteResponses, OrdersBulkUpdateData, OrdersBulkUpdateErrors, OrdersBulkUpdateResponses, OrdersCancelData, OrdersCancelErrors, OrdersCancelResponses, OrdersCheckoutData, OrdersCheckoutErrors, OrdersCheckoutResponses, OrdersCreateData, OrdersCreateErrors, OrdersCreateResponses, OrdersDeleteData, OrdersDeleteErrors, OrdersDeleteResponses, OrdersListData, OrdersListErrors, OrdersListResponses, OrdersReadData, OrdersReadErrors, OrdersReadResponses, OrdersTimelineData, OrdersTimelineErrors, OrdersTimelineResponses, OrdersUpdateData, OrdersUpdateErrors, OrdersUpdateResponses, OwnAddressesCreateData, OwnAddressesCreateErrors, OwnAddressesCreateResponses, OwnAddressesDeleteData, OwnAddressesDeleteErrors, OwnAddressesDeleteResponses, OwnAddressesListData, OwnAddressesListErrors, OwnAddressesListResponses, OwnAddressesReadData, OwnAddressesReadErrors, OwnAddressesReadResponses, OwnAddressesUpdateData, OwnAddressesUpdateErrors, OwnAddressesUpdateResponses, OwnEventsListData, OwnEventsListErrors, OwnEventsListResponses, OwnOrdersListData, OwnOrdersListErrors, OwnOrdersListResponses, OwnOrdersReadData, OwnOrdersReadErrors, OwnOrdersReadResponses, ProductsBulkDeleteData, ProductsBulkDeleteErrors, ProductsBulkDeleteResponses, ProductsBulkUpdateData, ProductsBulkUpdateErrors, ProductsBulkUpdateResponses, ProductsCreateData, ProductsCreateErrors, ProductsCreateResponses, ProductsDeleteData, ProductsDeleteErrors, ProductsDeleteResponses, ProductsListData, ProductsListErrors, ProductsListResponses, ProductsReadData, ProductsReadErrors, ProductsReadResponses, ProductsTimelineData, ProductsTimelineErrors, ProductsTimelineResponses, ProductsUpdateData, ProductsUpdateErrors, ProductsUpdateResponses, SavedViewsReadData, SavedViewsReadErrors, SavedViewsReadResponses, SavedViewsUpdateData, SavedViewsUpdateErrors, SavedViewsUpdateResponses, SettingsReadData, SettingsReadErrors, SettingsReadResponses, SettingsUpdateData, SettingsUpdateErrors, SettingsUpdateResponses, ShopProductsListData, ShopProductsListErrors, ShopProductsListResponses, ShopProductsReadData, ShopProductsReadErrors, ShopProductsReadResponses, ShopSubscriptionsListData, ShopSubscriptionsListErrors, ShopSubscriptionsListResponses, ShopSubscriptionsReadData, ShopSubscriptionsReadErrors, ShopSubscriptionsReadResponses, StatisticsOrdersData, StatisticsOrdersErrors, StatisticsOrdersResponses, SubscriptionsBulkDeleteData, SubscriptionsBulkDeleteErrors, SubscriptionsBulkDeleteResponses, SubscriptionsBulkUpdateData, SubscriptionsBulkUpdateErrors, SubscriptionsBulkUpdateResponses, SubscriptionsCreateData, SubscriptionsCreateErrors, SubscriptionsCreateResponses, SubscriptionsDeleteData, SubscriptionsDeleteErrors, SubscriptionsDeleteResponses, SubscriptionsListData, SubscriptionsListErrors, SubscriptionsListResponses, SubscriptionsReadData, SubscriptionsReadErrors, SubscriptionsReadResponses, SubscriptionsTimelineData, SubscriptionsTimelineErrors, SubscriptionsTimelineResponses, SubscriptionsUpdateData, SubscriptionsUpdateErrors, SubscriptionsUpdateResponses, UsersCreateData, UsersCreateErrors, UsersCreateResponses, UsersDeleteData, UsersDeleteErrors, UsersDeleteResponses, UsersExportData, UsersExportErrors, UsersExportResponses, UsersListData, UsersListErrors, UsersListResponses, UsersReadData, UsersReadErrors, UsersReadResponses, UsersTimelineData, UsersTimelineErrors, UsersTimelineResponses, UsersUpdateData, UsersUpdateErrors, UsersUpdateResponses, WebhookDeliveriesListData, WebhookDeliveriesListErrors, WebhookDeliveriesListResponses, WebhookDeliveriesReadData, WebhookDeliveriesReadErrors, WebhookDeliveriesReadResponses, WebhookDeliveriesRedeliverData, WebhookDeliveriesRedeliverErrors, WebhookDeliveriesRedeliverResponses, WebhooksCreateData, WebhooksCreateErrors, WebhooksCreateResponses, WebhooksDeleteData, WebhooksDeleteErrors, WebhooksDeleteResponses, WebhooksListData, WebhooksListErrors, WebhooksListResponses, WebhooksPingData, WebhooksPingErrors, WebhooksPingResponses, WebhooksReadData, WebhooksReadErrors, WebhooksReadResponses, WebhooksReplayData, WebhooksReplayErrors, WebhooksReplayResponses, WebhooksRotateSecretData, WebhooksRotateSecretErrors, WebhooksRotateSecretResponses, WebhooksUpdateData, WebhooksUpdateErrors, WebhooksUpdateResponses } from './types.gen.ts';

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
 * The plans in the language of the request, in either form with both. `search` and `filters[name]` look into both languages.
 */
export const subscriptionsList = <ThrowOnError extends boolean = false>(options: Options<SubscriptionsListData, ThrowOnError>): RequestResult<SubscriptionsListResponses, SubscriptionsListErrors, ThrowOnError> => options.client.get<SubscriptionsListResponses, SubscriptionsListErrors, ThrowOnError>({ url: '/api/admin/subscriptions', ...options });

/**
 * Create a subscription
 *
 * Both languages are needed. `is_active` is true when it is left out.
 */
export const subscriptionsCreate = <ThrowOnError extends boolean = false>(options: Options<SubscriptionsCreateData, ThrowOnError>): RequestResult<SubscriptionsCreateResponses, SubscriptionsCreateErrors, ThrowOnError> => options.client.post<SubscriptionsCreateResponses, SubscriptionsCreateErrors, ThrowOnError>({
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
 * It is gone for good.
 */
export const subscriptionsDelete = <ThrowOnError extends boolean = false>(options: Options<SubscriptionsDeleteData, ThrowOnError>): RequestResult<SubscriptionsDeleteResponses, SubscriptionsDeleteErrors, ThrowOnError> => options.client.delete<SubscriptionsDeleteResponses, SubscriptionsDeleteErrors, ThrowOnError>({ url: '/api/admin/subscriptions/{subscription}', ...options });

/**
 * Read a subscription
 *
 * `name` and `description` are in the language of the request; `en` and `ar` hold both.
 */
export const subscriptionsRead = <ThrowOnError extends boolean = false>(options: Options<SubscriptionsReadData, ThrowOnError>): RequestResult<SubscriptionsReadResponses, SubscriptionsReadErrors, ThrowOnError> => options.client.get<SubscriptionsReadResponses, SubscriptionsReadErrors, ThrowOnError>({ url: '/api/admin/subscriptions/{subscription}', ...options });

/**
 * Change a subscription
 *
 * Send what changes: any subset of the fields, also one language or one field of it.
 */
export const subscriptionsUpdate = <ThrowOnError extends boolean = false>(options: Options<SubscriptionsUpdateData, ThrowOnError>): RequestResult<SubscriptionsUpdateResponses, SubscriptionsUpdateErrors, ThrowOnError> => options.client.put<SubscriptionsUpdateResponses, SubscriptionsUpdateErrors, ThrowOnError>({
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
 * Every change, the newest first: who, when, through what, and each field from what to what. Always in pages by cursor. It stays readable for 90 days after a deletion.
 */
export const subscriptionsTimeline = <ThrowOnError extends boolean = false>(options: Options<SubscriptionsTimelineData, ThrowOnError>): RequestResult<SubscriptionsTimelineResponses, SubscriptionsTimelineErrors, ThrowOnError> => options.client.get<SubscriptionsTimelineResponses, SubscriptionsTimelineErrors, ThrowOnError>({ url: '/api/admin/subscriptions/{subscription}/timeline', ...options });

/**
 * List the subscriptions on offer
 *
 * The active ones, in the language of the request and in both.
 */
export const shopSubscriptionsList = <ThrowOnError extends boolean = false>(options: Options<ShopSubscriptionsListData, ThrowOnError>): RequestResult<ShopSubscriptionsListResponses, ShopSubscriptionsListErrors, ThrowOnError> => options.client.get<ShopSubscriptionsListResponses, ShopSubscriptionsListErrors, ThrowOnError>({ url: '/api/client/subscriptions', ...options });

/**
 * Read a subscription on offer
 *
 * One that is not active, or gone, is a 404.
 */
export const shopSubscriptionsRead = <ThrowOnError extends boolean = false>(options: Options<ShopSubscriptionsReadData, ThrowOnError>): RequestResult<ShopSubscriptionsReadResponses, ShopSubscriptionsReadErrors, ThrowOnError> => options.client.get<ShopSubscriptionsReadResponses, ShopSubscriptionsReadErrors, ThrowOnError>({ url: '/api/client/subscriptions/{subscription}', ...options });

/**
 * List products
 *
 * Every product with what it costs the shop. `search` and `filters[name]` look into both languages.
 */
export const productsList = <ThrowOnError extends boolean = false>(options: Options<ProductsListData, ThrowOnError>): RequestResult<ProductsListResponses, ProductsListErrors, ThrowOnError> => options.client.get<ProductsListResponses, ProductsListErrors, ThrowOnError>({ url: '/api/admin/products', ...options });

/**
 * Create a product
 *
 * Both languages are needed. It can be ordered at once; its stock is not counted until it is set under `/api/admin/inventory`.
 */
export const productsCreate = <ThrowOnError extends boolean = false>(options: Options<ProductsCreateData, ThrowOnError>): RequestResult<ProductsCreateResponses, ProductsCreateErrors, ThrowOnError> => options.client.post<ProductsCreateResponses, ProductsCreateErrors, ThrowOnError>({
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
 * It can no longer be ordered. Orders keep their copies of it.
 */
export const productsDelete = <ThrowOnError extends boolean = false>(options: Options<ProductsDeleteData, ThrowOnError>): RequestResult<ProductsDeleteResponses, ProductsDeleteErrors, ThrowOnError> => options.client.delete<ProductsDeleteResponses, ProductsDeleteErrors, ThrowOnError>({ url: '/api/admin/products/{product}', ...options });

/**
 * Read a product
 *
 * `name` and `description` are in the language of the request; `en` and `ar` hold both.
 */
export const productsRead = <ThrowOnError extends boolean = false>(options: Options<ProductsReadData, ThrowOnError>): RequestResult<ProductsReadResponses, ProductsReadErrors, ThrowOnError> => options.client.get<ProductsReadResponses, ProductsReadErrors, ThrowOnError>({ url: '/api/admin/products/{product}', ...options });

/**
 * Change a product
 *
 * Send what changes: any subset of the fields, also one language or one field of it. Orders that were placed keep their prices.
 */
export const productsUpdate = <ThrowOnError extends boolean = false>(options: Options<ProductsUpdateData, ThrowOnError>): RequestResult<ProductsUpdateResponses, ProductsUpdateErrors, ThrowOnError> => options.client.put<ProductsUpdateResponses, ProductsUpdateErrors, ThrowOnError>({
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
 * Every change, the newest first: who, when, through what, and each field from what to what. Always in pages by cursor. It stays readable for 90 days after a deletion.
 */
export const productsTimeline = <ThrowOnError extends boolean = false>(options: Options<ProductsTimelineData, ThrowOnError>): RequestResult<ProductsTimelineResponses, ProductsTimelineErrors, ThrowOnError> => options.client.get<ProductsTimelineResponses, ProductsTimelineErrors, ThrowOnError>({ url: '/api/admin/products/{product}/timeline', ...options });

/**
 * List the products on sale
 *
 * The active ones, without what they cost the shop.
 */
export const shopProductsList = <ThrowOnError extends boolean = false>(options: Options<ShopProductsListData, ThrowOnError>): RequestResult<ShopProductsListResponses, ShopProductsListErrors, ThrowOnError> => options.client.get<ShopProductsListResponses, ShopProductsListErrors, ThrowOnError>({ url: '/api/client/products', ...options });

/**
 * Read a product on sale
 *
 * One that is not active, or gone, is a 404.
 */
export const shopProductsRead = <ThrowOnError extends boolean = false>(options: Options<ShopProductsReadData, ThrowOnError>): RequestResult<ShopProductsReadResponses, ShopProductsReadErrors, ThrowOnError> => options.client.get<ShopProductsReadResponses, ShopProductsReadErrors, ThrowOnError>({ url: '/api/client/products/{product}', ...options });

/**
 * Change the price of many subscriptions, activate or deactivate them
 *
 * Each record by itself: what is missing or refused is listed, the rest is done. Within the wait 200 with its counts, else 202 with the operation to follow.
 *
 * Exactly one of `ids`, up to 100,000, and a selection: `filters`, `search` or both, as the list takes them, or `all`. A selection is looked up once, when it is accepted (`frozen_at`): what comes later is not touched, what leaves the filter meanwhile is not missed. One that finds more than 100,000 records is refused.
 *
 * `status`, `price` or both. A price that would fall below 0 or rise above the largest that there can be is refused and stays. Work on prices is an operation of the type
 * `subscriptions.bulk-price`; `dry_run` shows each price before and after.
 */
export const subscriptionsBulkUpdate = <ThrowOnError extends boolean = false>(options: Options<SubscriptionsBulkUpdateData, ThrowOnError>): RequestResult<SubscriptionsBulkUpdateResponses, SubscriptionsBulkUpdateErrors, ThrowOnError> => options.client.put<SubscriptionsBulkUpdateResponses, SubscriptionsBulkUpdateErrors, ThrowOnError>({
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
 * Each record by itself: what is missing or refused is listed, the rest is done. `dry_run` rehearses it.
 *
 * Exactly one of `ids`, up to 100,000, and a selection: `filters`, `search` or both, as the list takes them, or `all`. A selection is looked up once, when it is accepted (`frozen_at`): what comes later is not touched, what leaves the filter meanwhile is not missed. One that finds more than 100,000 records is refused.
 */
export const subscriptionsBulkDelete = <ThrowOnError extends boolean = false>(options: Options<SubscriptionsBulkDeleteData, ThrowOnError>): RequestResult<SubscriptionsBulkDeleteResponses, SubscriptionsBulkDeleteErrors, ThrowOnError> => options.client.post<SubscriptionsBulkDeleteResponses, SubscriptionsBulkDeleteErrors, ThrowOnError>({
    url: '/api/admin/subscriptions/bulk-delete',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Change the price of many products, activate or deactivate them
 *
 * Each record by itself: what is missing or refused is listed, the rest is done. Within the wait 200 with its counts, else 202 with the operation to follow.
 *
 * Exactly one of `ids`, up to 100,000, and a selection: `filters`, `search` or both, as the list takes them, or `all`. A selection is looked up once, when it is accepted (`frozen_at`): what comes later is not touched, what leaves the filter meanwhile is not missed. One that finds more than 100,000 records is refused.
 *
 * `status`, `price` or both. A price that would fall below 0 or rise above the largest that there can be is refused and stays. Work on prices is an operation of the type
 * `products.bulk-price`; `dry_run` shows each price before and after.
 */
export const productsBulkUpdate = <ThrowOnError extends boolean = false>(options: Options<ProductsBulkUpdateData, ThrowOnError>): RequestResult<ProductsBulkUpdateResponses, ProductsBulkUpdateErrors, ThrowOnError> => options.client.put<ProductsBulkUpdateResponses, ProductsBulkUpdateErrors, ThrowOnError>({
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
 * Each record by itself: what is missing or refused is listed, the rest is done. `dry_run` rehearses it.
 *
 * Exactly one of `ids`, up to 100,000, and a selection: `filters`, `search` or both, as the list takes them, or `all`. A selection is looked up once, when it is accepted (`frozen_at`): what comes later is not touched, what leaves the filter meanwhile is not missed. One that finds more than 100,000 records is refused.
 */
export const productsBulkDelete = <ThrowOnError extends boolean = false>(options: Options<ProductsBulkDeleteData, ThrowOnError>): RequestResult<ProductsBulkDeleteResponses, ProductsBulkDeleteErrors, ThrowOnError> => options.client.post<ProductsBulkDeleteResponses, ProductsBulkDeleteErrors, ThrowOnError>({
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
 * `filters[status]` takes 1 (live), 0 (rejected, cancelled or returned) or names of states. Each order comes whole, with its items and its history.
 */
export const ordersList = <ThrowOnError extends boolean = false>(options: Options<OrdersListData, ThrowOnError>): RequestResult<OrdersListResponses, OrdersListErrors, ThrowOnError> => options.client.get<OrdersListResponses, OrdersListErrors, ThrowOnError>({ url: '/api/admin/orders', ...options });

/**
 * Create an order
 *
 * Any state may be given, so that history can be imported. Figures are stored as sent and never
 * recalculated; absent ones are the sums over the items, or 0. `order_number` is made by the service.
 *
 * - `status` empty or absent: an error on `status` and, without a reason, on `reject_reason` too.
 * - `status` `rejected` needs a `reject_reason`.
 * - Items of an order that is pending, confirmed, preparing or shipped take stock.
 */
export const ordersCreate = <ThrowOnError extends boolean = false>(options: Options<OrdersCreateData, ThrowOnError>): RequestResult<OrdersCreateResponses, OrdersCreateErrors, ThrowOnError> => options.client.post<OrdersCreateResponses, OrdersCreateErrors, ThrowOnError>({
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
 * Before delivery its held stock is given back.
 */
export const ordersDelete = <ThrowOnError extends boolean = false>(options: Options<OrdersDeleteData, ThrowOnError>): RequestResult<OrdersDeleteResponses, OrdersDeleteErrors, ThrowOnError> => options.client.delete<OrdersDeleteResponses, OrdersDeleteErrors, ThrowOnError>({ url: '/api/admin/orders/{order}', ...options });

/**
 * Read an order
 *
 * With its items, its history and the states that it can move to.
 */
export const ordersRead = <ThrowOnError extends boolean = false>(options: Options<OrdersReadData, ThrowOnError>): RequestResult<OrdersReadResponses, OrdersReadErrors, ThrowOnError> => options.client.get<OrdersReadResponses, OrdersReadErrors, ThrowOnError>({ url: '/api/admin/orders/{order}', ...options });

/**
 * Change an order
 *
 * Send any subset of the fields. Items are changed under `/api/admin/profile/order-items`.
 *
 * - `status` may become one of the order’s `next_statuses`; the same state again changes nothing.
 * - `status` empty rejects the order. That, like `rejected`, needs a `reject_reason`.
 * - Rejecting, cancelling or returning gives the held stock back.
 */
export const ordersUpdate = <ThrowOnError extends boolean = false>(options: Options<OrdersUpdateData, ThrowOnError>): RequestResult<OrdersUpdateResponses, OrdersUpdateErrors, ThrowOnError> => options.client.put<OrdersUpdateResponses, OrdersUpdateErrors, ThrowOnError>({
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
 * Every change, the newest first: who, when, through what, and each field from what to what. Always in pages by cursor. It stays readable for 90 days after a deletion.
 */
export const ordersTimeline = <ThrowOnError extends boolean = false>(options: Options<OrdersTimelineData, ThrowOnError>): RequestResult<OrdersTimelineResponses, OrdersTimelineErrors, ThrowOnError> => options.client.get<OrdersTimelineResponses, OrdersTimelineErrors, ThrowOnError>({ url: '/api/admin/orders/{order}/timeline', ...options });

/**
 * List your orders
 *
 * The orders of the user whose token it is, and no others; `filters[user_id]` narrows and never widens.
 */
export const ownOrdersList = <ThrowOnError extends boolean = false>(options: Options<OwnOrdersListData, ThrowOnError>): RequestResult<OwnOrdersListResponses, OwnOrdersListErrors, ThrowOnError> => options.client.get<OwnOrdersListResponses, OwnOrdersListErrors, ThrowOnError>({ url: '/api/client/orders', ...options });

/**
 * Read one of your orders
 *
 * Another shopper’s order is a 404.
 */
export const ownOrdersRead = <ThrowOnError extends boolean = false>(options: Options<OwnOrdersReadData, ThrowOnError>): RequestResult<OwnOrdersReadResponses, OwnOrdersReadErrors, ThrowOnError> => options.client.get<OwnOrdersReadResponses, OwnOrdersReadErrors, ThrowOnError>({ url: '/api/client/orders/{order}', ...options });

/**
 * List order items
 *
 * The lines of all orders.
 */
export const orderItemsList = <ThrowOnError extends boolean = false>(options: Options<OrderItemsListData, ThrowOnError>): RequestResult<OrderItemsListResponses, OrderItemsListErrors, ThrowOnError> => options.client.get<OrderItemsListResponses, OrderItemsListErrors, ThrowOnError>({ url: '/api/admin/profile/order-items', ...options });

/**
 * Add an item to an order
 *
 * Prices that are left out are the product’s. In an order that holds stock it takes stock. The order’s figures stay as they are.
 */
export const orderItemsCreate = <ThrowOnError extends boolean = false>(options: Options<OrderItemsCreateData, ThrowOnError>): RequestResult<OrderItemsCreateResponses, OrderItemsCreateErrors, ThrowOnError> => options.client.post<OrderItemsCreateResponses, OrderItemsCreateErrors, ThrowOnError>({
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
 * Gives the stock back that it holds. The version of its order moves on.
 */
export const orderItemsDelete = <ThrowOnError extends boolean = false>(options: Options<OrderItemsDeleteData, ThrowOnError>): RequestResult<OrderItemsDeleteResponses, OrderItemsDeleteErrors, ThrowOnError> => options.client.delete<OrderItemsDeleteResponses, OrderItemsDeleteErrors, ThrowOnError>({ url: '/api/admin/profile/order-items/{order_item}', ...options });

/**
 * Read an order item
 *
 * With the copy of its product that the order keeps.
 */
export const orderItemsRead = <ThrowOnError extends boolean = false>(options: Options<OrderItemsReadData, ThrowOnError>): RequestResult<OrderItemsReadResponses, OrderItemsReadErrors, ThrowOnError> => options.client.get<OrderItemsReadResponses, OrderItemsReadErrors, ThrowOnError>({ url: '/api/admin/profile/order-items/{order_item}', ...options });

/**
 * Change an order item; a changed order_id moves it
 *
 * Send what changes. A smaller amount gives stock back, a larger one takes it. The version of its order moves on.
 */
export const orderItemsUpdate = <ThrowOnError extends boolean = false>(options: Options<OrderItemsUpdateData, ThrowOnError>): RequestResult<OrderItemsUpdateResponses, OrderItemsUpdateErrors, ThrowOnError> => options.client.put<OrderItemsUpdateResponses, OrderItemsUpdateErrors, ThrowOnError>({
    url: '/api/admin/profile/order-items/{order_item}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List users
 *
 * The people that orders, addresses and client tokens belong to.
 */
export const usersList = <ThrowOnError extends boolean = false>(options: Options<UsersListData, ThrowOnError>): RequestResult<UsersListResponses, UsersListErrors, ThrowOnError> => options.client.get<UsersListResponses, UsersListErrors, ThrowOnError>({ url: '/api/admin/users', ...options });

/**
 * Create a user
 *
 * The e-mail address is unique, whatever its case. So is `external_id`, by which tokens of an identity provider name the user.
 */
export const usersCreate = <ThrowOnError extends boolean = false>(options: Options<UsersCreateData, ThrowOnError>): RequestResult<UsersCreateResponses, UsersCreateErrors, ThrowOnError> => options.client.post<UsersCreateResponses, UsersCreateErrors, ThrowOnError>({
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
 * Erases the person: addresses and cart go with the user, orders stay with their figures, lines, city and country under "Deleted customer". All other traces of them go within minutes, a day at most. While orders of theirs are open (pending to shipped) it is a 409 that names them in `orders`. It cannot be undone. A `reason` stays on the timeline for 90 days: it must not say who the person was.
 */
export const usersDelete = <ThrowOnError extends boolean = false>(options: Options<UsersDeleteData, ThrowOnError>): RequestResult<UsersDeleteResponses, UsersDeleteErrors, ThrowOnError> => options.client.delete<UsersDeleteResponses, UsersDeleteErrors, ThrowOnError>({
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
export const usersRead = <ThrowOnError extends boolean = false>(options: Options<UsersReadData, ThrowOnError>): RequestResult<UsersReadResponses, UsersReadErrors, ThrowOnError> => options.client.get<UsersReadResponses, UsersReadErrors, ThrowOnError>({ url: '/api/admin/users/{user}', ...options });

/**
 * Change a user
 *
 * Send what changes; `phone` and `external_id` may be null.
 */
export const usersUpdate = <ThrowOnError extends boolean = false>(options: Options<UsersUpdateData, ThrowOnError>): RequestResult<UsersUpdateResponses, UsersUpdateErrors, ThrowOnError> => options.client.put<UsersUpdateResponses, UsersUpdateErrors, ThrowOnError>({
    url: '/api/admin/users/{user}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read who you are
 *
 * The user of the token. 404 while there is none.
 */
export const meRead = <ThrowOnError extends boolean = false>(options: Options<MeReadData, ThrowOnError>): RequestResult<MeReadResponses, MeReadErrors, ThrowOnError> => options.client.get<MeReadResponses, MeReadErrors, ThrowOnError>({ url: '/api/client/me', ...options });

/**
 * Change who you are
 *
 * Send what changes. Where tokens come from an identity provider (`AUTH_USER_KIND=external`) the first one makes the user, with 201; `name` and `email` are needed then, and until then every other write is a 403. An e-mail address that another user has is refused: it never links two accounts.
 */
export const meUpdate = <ThrowOnError extends boolean = false>(options: Options<MeUpdateData, ThrowOnError>): RequestResult<MeUpdateResponses, MeUpdateErrors, ThrowOnError> => options.client.put<MeUpdateResponses, MeUpdateErrors, ThrowOnError>({
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
 * Every change, the newest first: who, when, through what, and each field from what to what. Always in pages by cursor. It stays readable for 90 days after a deletion.
 */
export const usersTimeline = <ThrowOnError extends boolean = false>(options: Options<UsersTimelineData, ThrowOnError>): RequestResult<UsersTimelineResponses, UsersTimelineErrors, ThrowOnError> => options.client.get<UsersTimelineResponses, UsersTimelineErrors, ThrowOnError>({ url: '/api/admin/users/{user}/timeline', ...options });

/**
 * Export all that is known of a user
 *
 * One JSON file: the person, addresses, cart, orders, their timelines with the staff’s notes, and what they did. An order that changed hands is included as far as it was theirs. Parked commands are named without their content.
 */
export const usersExport = <ThrowOnError extends boolean = false>(options: Options<UsersExportData, ThrowOnError>): RequestResult<UsersExportResponses, UsersExportErrors, ThrowOnError> => options.client.get<UsersExportResponses, UsersExportErrors, ThrowOnError>({ url: '/api/admin/users/{user}/export', ...options });

/**
 * List addresses
 *
 * The addresses of all users.
 */
export const addressesList = <ThrowOnError extends boolean = false>(options: Options<AddressesListData, ThrowOnError>): RequestResult<AddressesListResponses, AddressesListErrors, ThrowOnError> => options.client.get<AddressesListResponses, AddressesListErrors, ThrowOnError>({ url: '/api/admin/addresses', ...options });

/**
 * Create an address
 *
 * `country` is two letters, ISO 3166-1.
 */
export const addressesCreate = <ThrowOnError extends boolean = false>(options: Options<AddressesCreateData, ThrowOnError>): RequestResult<AddressesCreateResponses, AddressesCreateErrors, ThrowOnError> => options.client.post<AddressesCreateResponses, AddressesCreateErrors, ThrowOnError>({
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
export const addressesDelete = <ThrowOnError extends boolean = false>(options: Options<AddressesDeleteData, ThrowOnError>): RequestResult<AddressesDeleteResponses, AddressesDeleteErrors, ThrowOnError> => options.client.delete<AddressesDeleteResponses, AddressesDeleteErrors, ThrowOnError>({ url: '/api/admin/addresses/{address}', ...options });

/**
 * Read an address
 *
 * As it is now; orders keep a copy of what it was.
 */
export const addressesRead = <ThrowOnError extends boolean = false>(options: Options<AddressesReadData, ThrowOnError>): RequestResult<AddressesReadResponses, AddressesReadErrors, ThrowOnError> => options.client.get<AddressesReadResponses, AddressesReadErrors, ThrowOnError>({ url: '/api/admin/addresses/{address}', ...options });

/**
 * Change an address
 *
 * Send what changes. Orders keep the copy that they were placed with.
 */
export const addressesUpdate = <ThrowOnError extends boolean = false>(options: Options<AddressesUpdateData, ThrowOnError>): RequestResult<AddressesUpdateResponses, AddressesUpdateErrors, ThrowOnError> => options.client.put<AddressesUpdateResponses, AddressesUpdateErrors, ThrowOnError>({
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
 * Every change, the newest first: who, when, through what, and each field from what to what. Always in pages by cursor. It stays readable for 90 days after a deletion.
 */
export const addressesTimeline = <ThrowOnError extends boolean = false>(options: Options<AddressesTimelineData, ThrowOnError>): RequestResult<AddressesTimelineResponses, AddressesTimelineErrors, ThrowOnError> => options.client.get<AddressesTimelineResponses, AddressesTimelineErrors, ThrowOnError>({ url: '/api/admin/addresses/{address}/timeline', ...options });

/**
 * List your addresses
 *
 * The addresses of the user whose token it is.
 */
export const ownAddressesList = <ThrowOnError extends boolean = false>(options: Options<OwnAddressesListData, ThrowOnError>): RequestResult<OwnAddressesListResponses, OwnAddressesListErrors, ThrowOnError> => options.client.get<OwnAddressesListResponses, OwnAddressesListErrors, ThrowOnError>({ url: '/api/client/addresses', ...options });

/**
 * Add an address of yours
 *
 * Orders can be sent there at once. `country` is two letters, ISO 3166-1.
 */
export const ownAddressesCreate = <ThrowOnError extends boolean = false>(options: Options<OwnAddressesCreateData, ThrowOnError>): RequestResult<OwnAddressesCreateResponses, OwnAddressesCreateErrors, ThrowOnError> => options.client.post<OwnAddressesCreateResponses, OwnAddressesCreateErrors, ThrowOnError>({
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
export const ownAddressesDelete = <ThrowOnError extends boolean = false>(options: Options<OwnAddressesDeleteData, ThrowOnError>): RequestResult<OwnAddressesDeleteResponses, OwnAddressesDeleteErrors, ThrowOnError> => options.client.delete<OwnAddressesDeleteResponses, OwnAddressesDeleteErrors, ThrowOnError>({ url: '/api/client/addresses/{address}', ...options });

/**
 * Read one of your addresses
 *
 * Another shopper’s address is a 404.
 */
export const ownAddressesRead = <ThrowOnError extends boolean = false>(options: Options<OwnAddressesReadData, ThrowOnError>): RequestResult<OwnAddressesReadResponses, OwnAddressesReadErrors, ThrowOnError> => options.client.get<OwnAddressesReadResponses, OwnAddressesReadErrors, ThrowOnError>({ url: '/api/client/addresses/{address}', ...options });

/**
 * Change an address of yours
 *
 * Send what changes. Orders keep the copy that they were placed with.
 */
export const ownAddressesUpdate = <ThrowOnError extends boolean = false>(options: Options<OwnAddressesUpdateData, ThrowOnError>): RequestResult<OwnAddressesUpdateResponses, OwnAddressesUpdateErrors, ThrowOnError> => options.client.put<OwnAddressesUpdateResponses, OwnAddressesUpdateErrors, ThrowOnError>({
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
 * Of every product that is or was counted, or has a mark; others can always be ordered. `filters[low]`: whose stock is at its mark or below.
 */
export const inventoryList = <ThrowOnError extends boolean = false>(options: Options<InventoryListData, ThrowOnError>): RequestResult<InventoryListResponses, InventoryListErrors, ThrowOnError> => options.client.get<InventoryListResponses, InventoryListErrors, ThrowOnError>({ url: '/api/admin/inventory', ...options });

/**
 * Read the stock of a product
 *
 * `stock` is what can still be sold, null while it is not counted; `held` is taken by orders on their way.
 */
export const inventoryRead = <ThrowOnError extends boolean = false>(options: Options<InventoryReadData, ThrowOnError>): RequestResult<InventoryReadResponses, InventoryReadErrors, ThrowOnError> => options.client.get<InventoryReadResponses, InventoryReadErrors, ThrowOnError>({ url: '/api/admin/inventory/{product}', ...options });

/**
 * Set what can still be sold of a product
 *
 * `stock`, `low_stock_at` or both. Leaves `held` alone. `stock` null: the product is not counted and can always be ordered.
 */
export const inventorySet = <ThrowOnError extends boolean = false>(options: Options<InventorySetData, ThrowOnError>): RequestResult<InventorySetResponses, InventorySetErrors, ThrowOnError> => options.client.put<InventorySetResponses, InventorySetErrors, ThrowOnError>({
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
 * Every change, the newest first: who, when, through what, and each field from what to what. Always in pages by cursor. It stays readable for 90 days after a deletion.
 */
export const inventoryTimeline = <ThrowOnError extends boolean = false>(options: Options<InventoryTimelineData, ThrowOnError>): RequestResult<InventoryTimelineResponses, InventoryTimelineErrors, ThrowOnError> => options.client.get<InventoryTimelineResponses, InventoryTimelineErrors, ThrowOnError>({ url: '/api/admin/inventory/{product}/timeline', ...options });

/**
 * Empty your cart
 *
 * All products leave it.
 */
export const cartClear = <ThrowOnError extends boolean = false>(options: Options<CartClearData, ThrowOnError>): RequestResult<CartClearResponses, CartClearErrors, ThrowOnError> => options.client.delete<CartClearResponses, CartClearErrors, ThrowOnError>({ url: '/api/client/cart', ...options });

/**
 * Read your cart
 *
 * Prices are those of now; `available` says whether the line could be ordered in its amount. Empty when it is new.
 */
export const cartRead = <ThrowOnError extends boolean = false>(options: Options<CartReadData, ThrowOnError>): RequestResult<CartReadResponses, CartReadErrors, ThrowOnError> => options.client.get<CartReadResponses, CartReadErrors, ThrowOnError>({ url: '/api/client/cart', ...options });

/**
 * Read the settings of the shop
 *
 * The shop’s details for slips and invoices, its currency and its time zone. `name`, `address` and `footer` are in the language of the request; `en` and `ar` hold both. Values that are not set are null; `reason_templates` begins with a few.
 */
export const settingsRead = <ThrowOnError extends boolean = false>(options: Options<SettingsReadData, ThrowOnError>): RequestResult<SettingsReadResponses, SettingsReadErrors, ThrowOnError> => options.client.get<SettingsReadResponses, SettingsReadErrors, ThrowOnError>({ url: '/api/admin/settings', ...options });

/**
 * Change the settings of the shop
 *
 * Send what changes: any subset of the fields, also one field of one language. `reason_templates` is replaced as a whole.
 */
export const settingsUpdate = <ThrowOnError extends boolean = false>(options: Options<SettingsUpdateData, ThrowOnError>): RequestResult<SettingsUpdateResponses, SettingsUpdateErrors, ThrowOnError> => options.client.put<SettingsUpdateResponses, SettingsUpdateErrors, ThrowOnError>({
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
 * Lists with the filters that the caller keeps at hand. Each token’s subject has its own.
 */
export const savedViewsRead = <ThrowOnError extends boolean = false>(options: Options<SavedViewsReadData, ThrowOnError>): RequestResult<SavedViewsReadResponses, SavedViewsReadErrors, ThrowOnError> => options.client.get<SavedViewsReadResponses, SavedViewsReadErrors, ThrowOnError>({ url: '/api/admin/settings/views', ...options });

/**
 * Replace your saved views
 *
 * The list takes the place of the one before; send it whole, in the order that it is to be shown in.
 */
export const savedViewsUpdate = <ThrowOnError extends boolean = false>(options: Options<SavedViewsUpdateData, ThrowOnError>): RequestResult<SavedViewsUpdateResponses, SavedViewsUpdateErrors, ThrowOnError> => options.client.put<SavedViewsUpdateResponses, SavedViewsUpdateErrors, ThrowOnError>({
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
 * By `day`, `month` or `hour` of the day in the store’s time zone, by `status`, `payment_method`, `product` or `city`. Without
 * `filters[created_at]`: the last 30 days. Times, states and payment methods without orders have rows too; products and
 * cities come by their totals, the largest first.
 *
 * - Exact, from counters, for ranges of `created_at`, `status`, `payment_method`, `product_id` and `city`.
 * - With other filters, with `city` and `product_id` together, by `hour` with either, and of orders with one of several products
 * orders are looked at one by one: 422 says what to narrow when that takes more than 5 s.
 * - `filters[product_id]` selects orders with a line of the product, and their totals are those of the whole orders; `by=product`
 * sums up lines, of these products alone.
 */
export const statisticsOrders = <ThrowOnError extends boolean = false>(options: Options<StatisticsOrdersData, ThrowOnError>): RequestResult<StatisticsOrdersResponses, StatisticsOrdersErrors, ThrowOnError> => options.client.get<StatisticsOrdersResponses, StatisticsOrdersErrors, ThrowOnError>({ url: '/api/admin/statistics/orders', ...options });

/**
 * Read what the last audit of the data found
 *
 * The store audits its data every `AUDIT_INTERVAL_HOURS`. Each rule says what it means and how its findings are repaired; `npm run audit -- --repair` repairs what needs no decision.
 */
export const auditRead = <ThrowOnError extends boolean = false>(options: Options<AuditReadData, ThrowOnError>): RequestResult<AuditReadResponses, AuditReadErrors, ThrowOnError> => options.client.get<AuditReadResponses, AuditReadErrors, ThrowOnError>({ url: '/api/admin/audit', ...options });

/**
 * Move many orders to a state
 *
 * Each order moves by its own state; those that cannot are refused and listed. `rejected` needs a `reject_reason`.
 *
 * Exactly one of `ids`, up to 100,000, and a selection: `filters`, `search` or both, as the list takes them, or `all`. A selection is looked up once, when it is accepted (`frozen_at`): what comes later is not touched, what leaves the filter meanwhile is not missed. One that finds more than 100,000 records is refused.
 */
export const ordersBulkUpdate = <ThrowOnError extends boolean = false>(options: Options<OrdersBulkUpdateData, ThrowOnError>): RequestResult<OrdersBulkUpdateResponses, OrdersBulkUpdateErrors, ThrowOnError> => options.client.put<OrdersBulkUpdateResponses, OrdersBulkUpdateErrors, ThrowOnError>({
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
 * Each record by itself: what is missing or refused is listed, the rest is done. `dry_run` rehearses it.
 *
 * Exactly one of `ids`, up to 100,000, and a selection: `filters`, `search` or both, as the list takes them, or `all`. A selection is looked up once, when it is accepted (`frozen_at`): what comes later is not touched, what leaves the filter meanwhile is not missed. One that finds more than 100,000 records is refused.
 */
export const ordersBulkDelete = <ThrowOnError extends boolean = false>(options: Options<OrdersBulkDeleteData, ThrowOnError>): RequestResult<OrdersBulkDeleteResponses, OrdersBulkDeleteErrors, ThrowOnError> => options.client.post<OrdersBulkDeleteResponses, OrdersBulkDeleteErrors, ThrowOnError>({
    url: '/api/admin/orders/bulk-delete',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Order what is in the cart
 *
 * Makes a pending order of the caller’s cart, takes the stock and empties the cart, in one step or not at all. Every figure is the server’s. `address_id` must be one of the caller’s own. Send an `Idempotency-Key`, so that a retry after a lost answer gets the order that was placed. With `dry_run` 200 with the order as it would be, or the refusal: nothing is changed or kept, no key is used.
 */
export const ordersCheckout = <ThrowOnError extends boolean = false>(options: Options<OrdersCheckoutData, ThrowOnError>): RequestResult<OrdersCheckoutResponses, OrdersCheckoutErrors, ThrowOnError> => options.client.post<OrdersCheckoutResponses, OrdersCheckoutErrors, ThrowOnError>({
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
 * Gives its stock back. Once it is confirmed: `illegal_transition`.
 */
export const ordersCancel = <ThrowOnError extends boolean = false>(options: Options<OrdersCancelData, ThrowOnError>): RequestResult<OrdersCancelResponses, OrdersCancelErrors, ThrowOnError> => options.client.post<OrdersCancelResponses, OrdersCancelErrors, ThrowOnError>({ url: '/api/client/orders/{order}/cancel', ...options });

/**
 * Write a note on an order
 *
 * For the staff: it stands on the order’s timeline and is shown to no shopper. The order stays at its version and its ETag.
 */
export const orderNotesCreate = <ThrowOnError extends boolean = false>(options: Options<OrderNotesCreateData, ThrowOnError>): RequestResult<OrderNotesCreateResponses, OrderNotesCreateErrors, ThrowOnError> => options.client.post<OrderNotesCreateResponses, OrderNotesCreateErrors, ThrowOnError>({
    url: '/api/admin/orders/{order}/notes',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Add to the stock of a product, or take from it
 *
 * `by` may be negative, down to nothing left. A product that is not counted has to be set first.
 */
export const inventoryAdjust = <ThrowOnError extends boolean = false>(options: Options<InventoryAdjustData, ThrowOnError>): RequestResult<InventoryAdjustResponses, InventoryAdjustErrors, ThrowOnError> => options.client.post<InventoryAdjustResponses, InventoryAdjustErrors, ThrowOnError>({
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
 * The amount is added to what is there. Stock is looked at when the cart is ordered.
 */
export const cartAdd = <ThrowOnError extends boolean = false>(options: Options<CartAddData, ThrowOnError>): RequestResult<CartAddResponses, CartAddErrors, ThrowOnError> => options.client.post<CartAddResponses, CartAddErrors, ThrowOnError>({
    url: '/api/client/cart/items',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Take a product out of your cart
 *
 * Nothing happens when it is not there.
 */
export const cartRemove = <ThrowOnError extends boolean = false>(options: Options<CartRemoveData, ThrowOnError>): RequestResult<CartRemoveResponses, CartRemoveErrors, ThrowOnError> => options.client.delete<CartRemoveResponses, CartRemoveErrors, ThrowOnError>({ url: '/api/client/cart/items/{product_id}', ...options });

/**
 * Set the amount of a product in your cart
 *
 * Puts the product there if it is not. The answer is the whole cart.
 */
export const cartSet = <ThrowOnError extends boolean = false>(options: Options<CartSetData, ThrowOnError>): RequestResult<CartSetResponses, CartSetErrors, ThrowOnError> => options.client.put<CartSetResponses, CartSetErrors, ThrowOnError>({
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
 * Every URL that events are sent to. Secrets are never shown here.
 */
export const webhooksList = <ThrowOnError extends boolean = false>(options: Options<WebhooksListData, ThrowOnError>): RequestResult<WebhooksListResponses, WebhooksListErrors, ThrowOnError> => options.client.get<WebhooksListResponses, WebhooksListErrors, ThrowOnError>({ url: '/api/admin/webhooks', ...options });

/**
 * Create a webhook endpoint
 *
 * Events from now on are sent to it, signed as Standard Webhooks says, a record’s in the order of its versions, each at least once. The answer shows the `secret` this once; after a 202, `rotate-secret` shows another one.
 */
export const webhooksCreate = <ThrowOnError extends boolean = false>(options: Options<WebhooksCreateData, ThrowOnError>): RequestResult<WebhooksCreateResponses, WebhooksCreateErrors, ThrowOnError> => options.client.post<WebhooksCreateResponses, WebhooksCreateErrors, ThrowOnError>({
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
 * Nothing more is sent to it, and its deliveries are forgotten.
 */
export const webhooksDelete = <ThrowOnError extends boolean = false>(options: Options<WebhooksDeleteData, ThrowOnError>): RequestResult<WebhooksDeleteResponses, WebhooksDeleteErrors, ThrowOnError> => options.client.delete<WebhooksDeleteResponses, WebhooksDeleteErrors, ThrowOnError>({ url: '/api/admin/webhooks/{webhook}', ...options });

/**
 * Read a webhook endpoint
 *
 * Its secret is shown by creating it and by `rotate-secret` alone.
 */
export const webhooksRead = <ThrowOnError extends boolean = false>(options: Options<WebhooksReadData, ThrowOnError>): RequestResult<WebhooksReadResponses, WebhooksReadErrors, ThrowOnError> => options.client.get<WebhooksReadResponses, WebhooksReadErrors, ThrowOnError>({ url: '/api/admin/webhooks/{webhook}', ...options });

/**
 * Change a webhook endpoint
 *
 * Send what changes. Paused or disabled, nothing is sent to it; active again, it goes on where it stopped, as far as events are kept.
 */
export const webhooksUpdate = <ThrowOnError extends boolean = false>(options: Options<WebhooksUpdateData, ThrowOnError>): RequestResult<WebhooksUpdateResponses, WebhooksUpdateErrors, ThrowOnError> => options.client.put<WebhooksUpdateResponses, WebhooksUpdateErrors, ThrowOnError>({
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
 * What was sent to it and what waits, with every attempt. Bodies are not kept. Final ones are kept as long as events are.
 */
export const webhookDeliveriesList = <ThrowOnError extends boolean = false>(options: Options<WebhookDeliveriesListData, ThrowOnError>): RequestResult<WebhookDeliveriesListResponses, WebhookDeliveriesListErrors, ThrowOnError> => options.client.get<WebhookDeliveriesListResponses, WebhookDeliveriesListErrors, ThrowOnError>({ url: '/api/admin/webhooks/{webhook}/deliveries', ...options });

/**
 * Read a delivery
 *
 * As the list shows it.
 */
export const webhookDeliveriesRead = <ThrowOnError extends boolean = false>(options: Options<WebhookDeliveriesReadData, ThrowOnError>): RequestResult<WebhookDeliveriesReadResponses, WebhookDeliveriesReadErrors, ThrowOnError> => options.client.get<WebhookDeliveriesReadResponses, WebhookDeliveriesReadErrors, ThrowOnError>({ url: '/api/admin/webhooks/{webhook}/deliveries/{delivery}', ...options });

/**
 * Give a webhook endpoint a new secret
 *
 * The answer shows it this once. The one before signs too for 24 hours, so that a receiver can take it over in its own time; never more than two sign.
 */
export const webhooksRotateSecret = <ThrowOnError extends boolean = false>(options: Options<WebhooksRotateSecretData, ThrowOnError>): RequestResult<WebhooksRotateSecretResponses, WebhooksRotateSecretErrors, ThrowOnError> => options.client.post<WebhooksRotateSecretResponses, WebhooksRotateSecretErrors, ThrowOnError>({ url: '/api/admin/webhooks/{webhook}/rotate-secret', ...options });

/**
 * Send a ping to a webhook endpoint
 *
 * An event of type `webhook.ping`, at once. The answer is its delivery, which shows the result.
 */
export const webhooksPing = <ThrowOnError extends boolean = false>(options: Options<WebhooksPingData, ThrowOnError>): RequestResult<WebhooksPingResponses, WebhooksPingErrors, ThrowOnError> => options.client.post<WebhooksPingResponses, WebhooksPingErrors, ThrowOnError>({ url: '/api/admin/webhooks/{webhook}/ping', ...options });

/**
 * Send events again to a webhook endpoint
 *
 * Sets it back to a place in the events: all that came after it, as far as it is kept, is sent again in order.
 */
export const webhooksReplay = <ThrowOnError extends boolean = false>(options: Options<WebhooksReplayData, ThrowOnError>): RequestResult<WebhooksReplayResponses, WebhooksReplayErrors, ThrowOnError> => options.client.post<WebhooksReplayResponses, WebhooksReplayErrors, ThrowOnError>({
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
 * At once and outside the order of its record, with ten more attempts.
 */
export const webhookDeliveriesRedeliver = <ThrowOnError extends boolean = false>(options: Options<WebhookDeliveriesRedeliverData, ThrowOnError>): RequestResult<WebhookDeliveriesRedeliverResponses, WebhookDeliveriesRedeliverErrors, ThrowOnError> => options.client.post<WebhookDeliveriesRedeliverResponses, WebhookDeliveriesRedeliverErrors, ThrowOnError>({ url: '/api/admin/webhooks/{webhook}/deliveries/{delivery}/redeliver', ...options });

/**
 * Cancel what is not done yet
 *
 * Work that has not begun never begins. Bulk work stops where it is: what it has done stays done. 409 once the operation is final.
 */
export const operationsCancel = <ThrowOnError extends boolean = false>(options: Options<OperationsCancelData, ThrowOnError>): RequestResult<OperationsCancelResponses, OperationsCancelErrors, ThrowOnError> => options.client.delete<OperationsCancelResponses, OperationsCancelErrors, ThrowOnError>({ url: '/api/operations/{id}', ...options });

/**
 * Read what became of a write
 *
 * For its own caller and for admins. Operations are kept for 7 days. `unknown`: after a minute no queue and no worker knows it; retry the request with the same `Idempotency-Key`.
 */
export const operationsRead = <ThrowOnError extends boolean = false>(options: Options<OperationsReadData, ThrowOnError>): RequestResult<OperationsReadResponses, OperationsReadErrors, ThrowOnError> => options.client.get<OperationsReadResponses, OperationsReadErrors, ThrowOnError>({ url: '/api/operations/{id}', ...options });

/**
 * Read the outcome of each record of bulk work
 *
 * One line per record, as NDJSON (each line a `ReportLine`); by `format` or `Accept` as CSV or XLSX, with the changed fields before and after, and the records as they are now, such as a pick list of what was moved to `preparing` (`rows=items`). Of a rehearsal: what it would do.
 */
export const operationsReport = <ThrowOnError extends boolean = false>(options: Options<OperationsReportData, ThrowOnError>): RequestResult<OperationsReportResponses, OperationsReportErrors, ThrowOnError> => options.client.get<OperationsReportResponses, OperationsReportErrors, ThrowOnError>({ url: '/api/operations/{id}/report', ...options });

/**
 * Do what a rehearsal has shown
 *
 * Bulk work on exactly the records of a rehearsal (`dry_run`), each at the version that was rehearsed: one that has moved on is refused by name (`moved_on`). Once, within a day: again is a 409 that names the operation it became. Answered as bulk work is.
 */
export const operationsApply = <ThrowOnError extends boolean = false>(options: Options<OperationsApplyData, ThrowOnError>): RequestResult<OperationsApplyResponses, OperationsApplyErrors, ThrowOnError> => options.client.post<OperationsApplyResponses, OperationsApplyErrors, ThrowOnError>({
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
 * Bulk work of its own, within 7 days: each record that stands as the operation left it is as it was before, deleted ones with their ids; each other is refused by name (`changed_since`). Stock is taken again, or the record is refused (`out_of_stock`). `dry_run` rehearses it. Undoing an undo does it again; what an undo refused may be undone later; with nothing left 409.
 */
export const operationsUndo = <ThrowOnError extends boolean = false>(options: Options<OperationsUndoData, ThrowOnError>): RequestResult<OperationsUndoResponses, OperationsUndoErrors, ThrowOnError> => options.client.post<OperationsUndoResponses, OperationsUndoErrors, ThrowOnError>({
    url: '/api/operations/{id}/undo',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List the operations of everybody, newest first
 *
 * The writes of all callers of the last 7 days that a worker has seen; `note` says why one is parked. `meta.total` is exact up to 10,000 and says no more beyond. Numbered pages reach the 10,000th operation, pages by cursor the very last one.
 */
export const operationsList = <ThrowOnError extends boolean = false>(options: Options<OperationsListData, ThrowOnError>): RequestResult<OperationsListResponses, OperationsListErrors, ThrowOnError> => options.client.get<OperationsListResponses, OperationsListErrors, ThrowOnError>({ url: '/api/admin/operations', ...options });

/**
 * Try a parked operation again
 *
 * Sends its command back to the queue that it came from, once its cause is repaired. Refused with 409 when it is not parked, and without `force` when the record has moved on since or the command is over 7 days old. 202: its outcome takes longer.
 */
export const operationsRedrive = <ThrowOnError extends boolean = false>(options: Options<OperationsRedriveData, ThrowOnError>): RequestResult<OperationsRedriveResponses, OperationsRedriveErrors, ThrowOnError> => options.client.post<OperationsRedriveResponses, OperationsRedriveErrors, ThrowOnError>({
    url: '/api/admin/operations/{id}/redrive',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Give up a parked operation
 *
 * For good: it reads `failed` from then on. Refused with 409 when it is not parked.
 */
export const operationsDiscard = <ThrowOnError extends boolean = false>(options: Options<OperationsDiscardData, ThrowOnError>): RequestResult<OperationsDiscardResponses, OperationsDiscardErrors, ThrowOnError> => options.client.post<OperationsDiscardResponses, OperationsDiscardErrors, ThrowOnError>({
    url: '/api/admin/operations/{id}/discard',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Follow what happens in the store
 *
 * A client that follows the cursor sees every committed change once, and the changes of a record in the order of its versions. With `Accept: text/event-stream` the same live: `id` is the cursor, `event` the type, a heartbeat every 15 seconds; it ends with the token or the session.
 */
export const eventsList = <ThrowOnError extends boolean = false>(options: Options<EventsListData, ThrowOnError>): RequestResult<EventsListResponses, EventsListErrors, ThrowOnError> => options.client.get<EventsListResponses, EventsListErrors, ThrowOnError>({ url: '/api/admin/events', ...options });

/**
 * Follow what happens to one’s own orders
 *
 * As the store’s events, without who did it and without costs: every change of the caller’s orders once, in order. With `Accept: text/event-stream` the same live: `id` is the cursor, `event` the type, a heartbeat every 15 seconds; it ends with the token or the session.
 */
export const ownEventsList = <ThrowOnError extends boolean = false>(options: Options<OwnEventsListData, ThrowOnError>): RequestResult<OwnEventsListResponses, OwnEventsListErrors, ThrowOnError> => options.client.get<OwnEventsListResponses, OwnEventsListErrors, ThrowOnError>({ url: '/api/client/events', ...options });
