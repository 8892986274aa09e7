// Generated from the OpenAPI document: `npm run client:typescript`.
/**
 * List subscriptions
 *
 * The plans in the language of the request, in either form with both. `search` and `filters[name]` look into both languages.
 */
export const subscriptionsList = (options) => options.client.get({ url: '/api/admin/subscriptions', ...options });
/**
 * Create a subscription
 *
 * Both languages are needed. `is_active` is true when it is left out.
 */
export const subscriptionsCreate = (options) => options.client.post({
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
export const subscriptionsDelete = (options) => options.client.delete({ url: '/api/admin/subscriptions/{subscription}', ...options });
/**
 * Read a subscription
 *
 * `name` and `description` are in the language of the request; `en` and `ar` hold both.
 */
export const subscriptionsRead = (options) => options.client.get({ url: '/api/admin/subscriptions/{subscription}', ...options });
/**
 * Change a subscription
 *
 * Send what changes: any subset of the fields, also one language or one field of it.
 */
export const subscriptionsUpdate = (options) => options.client.put({
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
export const subscriptionsTimeline = (options) => options.client.get({ url: '/api/admin/subscriptions/{subscription}/timeline', ...options });
/**
 * List the subscriptions on offer
 *
 * The active ones, in the language of the request and in both.
 */
export const shopSubscriptionsList = (options) => options.client.get({ url: '/api/client/subscriptions', ...options });
/**
 * Read a subscription on offer
 *
 * One that is not active, or gone, is a 404.
 */
export const shopSubscriptionsRead = (options) => options.client.get({ url: '/api/client/subscriptions/{subscription}', ...options });
/**
 * List products
 *
 * Every product with what it costs the shop. `search` and `filters[name]` look into both languages.
 */
export const productsList = (options) => options.client.get({ url: '/api/admin/products', ...options });
/**
 * Create a product
 *
 * Both languages are needed. It can be ordered at once; its stock is not counted until it is set under `/api/admin/inventory`.
 */
export const productsCreate = (options) => options.client.post({
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
export const productsDelete = (options) => options.client.delete({ url: '/api/admin/products/{product}', ...options });
/**
 * Read a product
 *
 * `name` and `description` are in the language of the request; `en` and `ar` hold both.
 */
export const productsRead = (options) => options.client.get({ url: '/api/admin/products/{product}', ...options });
/**
 * Change a product
 *
 * Send what changes: any subset of the fields, also one language or one field of it. Orders that were placed keep their prices.
 */
export const productsUpdate = (options) => options.client.put({
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
export const productsTimeline = (options) => options.client.get({ url: '/api/admin/products/{product}/timeline', ...options });
/**
 * List the products on sale
 *
 * The active ones, without what they cost the shop.
 */
export const shopProductsList = (options) => options.client.get({ url: '/api/client/products', ...options });
/**
 * Read a product on sale
 *
 * One that is not active, or gone, is a 404.
 */
export const shopProductsRead = (options) => options.client.get({ url: '/api/client/products/{product}', ...options });
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
export const subscriptionsBulkUpdate = (options) => options.client.put({
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
export const subscriptionsBulkDelete = (options) => options.client.post({
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
export const productsBulkUpdate = (options) => options.client.put({
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
export const productsBulkDelete = (options) => options.client.post({
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
 * `filters[status]` takes 1 (live), 0 (fallen) or names of states. Each order comes whole, with its items and its history.
 */
export const ordersList = (options) => options.client.get({ url: '/api/admin/orders', ...options });
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
export const ordersCreate = (options) => options.client.post({
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
export const ordersDelete = (options) => options.client.delete({ url: '/api/admin/orders/{order}', ...options });
/**
 * Read an order
 *
 * With its items, its history and the states that it can move to.
 */
export const ordersRead = (options) => options.client.get({ url: '/api/admin/orders/{order}', ...options });
/**
 * Change an order
 *
 * Send any subset of the fields. Items are changed under `/api/admin/profile/order-items`.
 *
 * - `status` may become one of the order’s `next_statuses`; the same state again changes nothing.
 * - `status` empty rejects the order. That, like `rejected`, needs a `reject_reason`.
 * - Rejecting, cancelling or returning gives the held stock back.
 */
export const ordersUpdate = (options) => options.client.put({
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
export const ordersTimeline = (options) => options.client.get({ url: '/api/admin/orders/{order}/timeline', ...options });
/**
 * List your orders
 *
 * The orders of the user whose token it is, and no others; `filters[user_id]` narrows and never widens.
 */
export const ownOrdersList = (options) => options.client.get({ url: '/api/client/orders', ...options });
/**
 * Read one of your orders
 *
 * Somebody else’s order is a 404.
 */
export const ownOrdersRead = (options) => options.client.get({ url: '/api/client/orders/{order}', ...options });
/**
 * List order items
 *
 * The lines of all orders.
 */
export const orderItemsList = (options) => options.client.get({ url: '/api/admin/profile/order-items', ...options });
/**
 * Add an item to an order
 *
 * Prices that are left out are the product’s. In an order that holds stock it takes stock. The order’s figures stay as they are.
 */
export const orderItemsCreate = (options) => options.client.post({
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
export const orderItemsDelete = (options) => options.client.delete({ url: '/api/admin/profile/order-items/{order_item}', ...options });
/**
 * Read an order item
 *
 * With the copy of its product that the order keeps.
 */
export const orderItemsRead = (options) => options.client.get({ url: '/api/admin/profile/order-items/{order_item}', ...options });
/**
 * Change an order item; a changed order_id moves it
 *
 * Send what changes. A smaller amount gives stock back, a larger one takes it. The version of its order moves on.
 */
export const orderItemsUpdate = (options) => options.client.put({
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
export const usersList = (options) => options.client.get({ url: '/api/admin/users', ...options });
/**
 * Create a user
 *
 * The e-mail address is unique, whatever its case. So is `external_id`, by which tokens of an identity provider name the user.
 */
export const usersCreate = (options) => options.client.post({
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
 * Erases the person: addresses and cart go with the user, orders stay with their figures, lines, city and country under "Deleted customer". What else tells of them goes within minutes, a day at most. While orders of theirs are open (pending to shipped) it is a 409 that names them in `orders`. It cannot be undone. A `reason` stays on the timeline for 90 days: it must not tell who it was.
 */
export const usersDelete = (options) => options.client.delete({
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
export const usersRead = (options) => options.client.get({ url: '/api/admin/users/{user}', ...options });
/**
 * Change a user
 *
 * Send what changes; `phone` and `external_id` may be null.
 */
export const usersUpdate = (options) => options.client.put({
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
export const meRead = (options) => options.client.get({ url: '/api/client/me', ...options });
/**
 * Change who you are
 *
 * Send what changes. Where tokens come from an identity provider (`AUTH_USER_KIND=external`) the first one makes the user, with 201; `name` and `email` are needed then, and until then every other write is a 403. An e-mail address that somebody has is refused: it never links two accounts.
 */
export const meUpdate = (options) => options.client.put({
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
export const usersTimeline = (options) => options.client.get({ url: '/api/admin/users/{user}/timeline', ...options });
/**
 * Export all that is known of a user
 *
 * One JSON file: the person, addresses, cart, orders, their timelines with the staff’s notes, and what they did. An order that changed hands is told as far as it was theirs. Parked commands are named; what they hold is not told.
 */
export const usersExport = (options) => options.client.get({ url: '/api/admin/users/{user}/export', ...options });
/**
 * List addresses
 *
 * The addresses of all users.
 */
export const addressesList = (options) => options.client.get({ url: '/api/admin/addresses', ...options });
/**
 * Create an address
 *
 * `country` is two letters, ISO 3166-1.
 */
export const addressesCreate = (options) => options.client.post({
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
export const addressesDelete = (options) => options.client.delete({ url: '/api/admin/addresses/{address}', ...options });
/**
 * Read an address
 *
 * As it is now; orders keep a copy of what it was.
 */
export const addressesRead = (options) => options.client.get({ url: '/api/admin/addresses/{address}', ...options });
/**
 * Change an address
 *
 * Send what changes. Orders keep the copy that they were placed with.
 */
export const addressesUpdate = (options) => options.client.put({
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
export const addressesTimeline = (options) => options.client.get({ url: '/api/admin/addresses/{address}/timeline', ...options });
/**
 * List your addresses
 *
 * The addresses of the user whose token it is.
 */
export const ownAddressesList = (options) => options.client.get({ url: '/api/client/addresses', ...options });
/**
 * Add an address of yours
 *
 * Orders can be sent there at once. `country` is two letters, ISO 3166-1.
 */
export const ownAddressesCreate = (options) => options.client.post({
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
export const ownAddressesDelete = (options) => options.client.delete({ url: '/api/client/addresses/{address}', ...options });
/**
 * Read one of your addresses
 *
 * Somebody else’s address is a 404.
 */
export const ownAddressesRead = (options) => options.client.get({ url: '/api/client/addresses/{address}', ...options });
/**
 * Change an address of yours
 *
 * Send what changes. Orders keep the copy that they were placed with.
 */
export const ownAddressesUpdate = (options) => options.client.put({
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
export const inventoryList = (options) => options.client.get({ url: '/api/admin/inventory', ...options });
/**
 * Read the stock of a product
 *
 * `stock` is what can still be sold, null while it is not counted; `held` is taken by orders on their way.
 */
export const inventoryRead = (options) => options.client.get({ url: '/api/admin/inventory/{product}', ...options });
/**
 * Set what can still be sold of a product
 *
 * `stock`, `low_stock_at` or both. Leaves `held` alone. `stock` null: the product is not counted and can always be ordered.
 */
export const inventorySet = (options) => options.client.put({
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
export const inventoryTimeline = (options) => options.client.get({ url: '/api/admin/inventory/{product}/timeline', ...options });
/**
 * Empty your cart
 *
 * All products leave it.
 */
export const cartClear = (options) => options.client.delete({ url: '/api/client/cart', ...options });
/**
 * Read your cart
 *
 * Prices are those of now; `available` tells whether the line could be ordered in its amount. Empty when it is new.
 */
export const cartRead = (options) => options.client.get({ url: '/api/client/cart', ...options });
/**
 * Read the settings of the shop
 *
 * What slips and invoices say of the shop, and what amounts and days mean. `name`, `address` and `footer` are in the language of the request; `en` and `ar` hold both. What nobody has set is null; `reason_templates` begins with a few.
 */
export const settingsRead = (options) => options.client.get({ url: '/api/admin/settings', ...options });
/**
 * Change the settings of the shop
 *
 * Send what changes: any subset of the fields, also one field of one language. `reason_templates` is replaced as a whole.
 */
export const settingsUpdate = (options) => options.client.put({
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
export const savedViewsRead = (options) => options.client.get({ url: '/api/admin/settings/views', ...options });
/**
 * Replace your saved views
 *
 * The list takes the place of the one before; send it whole, in the order that it is to be shown in.
 */
export const savedViewsUpdate = (options) => options.client.put({
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
export const statisticsOrders = (options) => options.client.get({ url: '/api/admin/statistics/orders', ...options });
/**
 * Read what the last audit of the data found
 *
 * The store audits its data every `AUDIT_INTERVAL_HOURS`. What each rule means and how its findings are mended stands with it; `npm run audit -- --repair` mends what can be mended without a decision.
 */
export const auditRead = (options) => options.client.get({ url: '/api/admin/audit', ...options });
/**
 * Move many orders to a state
 *
 * Each order moves by its own state; those that cannot are refused and listed. `rejected` needs a `reject_reason`.
 *
 * Exactly one of `ids`, up to 100,000, and a selection: `filters`, `search` or both, as the list takes them, or `all`. A selection is looked up once, when it is accepted (`frozen_at`): what comes later is not touched, what leaves the filter meanwhile is not missed. One that finds more than 100,000 records is refused.
 */
export const ordersBulkUpdate = (options) => options.client.put({
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
export const ordersBulkDelete = (options) => options.client.post({
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
export const ordersCheckout = (options) => options.client.post({
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
export const ordersCancel = (options) => options.client.post({ url: '/api/client/orders/{order}/cancel', ...options });
/**
 * Write a note on an order
 *
 * For the staff: it stands on the order’s timeline and is shown to no shopper. The order stays at its version and its ETag.
 */
export const orderNotesCreate = (options) => options.client.post({
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
export const inventoryAdjust = (options) => options.client.post({
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
export const cartAdd = (options) => options.client.post({
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
export const cartRemove = (options) => options.client.delete({ url: '/api/client/cart/items/{product_id}', ...options });
/**
 * Set the amount of a product in your cart
 *
 * Puts the product there if it is not. The answer is the whole cart.
 */
export const cartSet = (options) => options.client.put({
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
export const webhooksList = (options) => options.client.get({ url: '/api/admin/webhooks', ...options });
/**
 * Create a webhook endpoint
 *
 * Events from now on are sent to it, signed as Standard Webhooks says, a record’s in the order of its versions, each at least once. The answer shows the `secret` this once; after a 202, `rotate-secret` shows another one.
 */
export const webhooksCreate = (options) => options.client.post({
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
export const webhooksDelete = (options) => options.client.delete({ url: '/api/admin/webhooks/{webhook}', ...options });
/**
 * Read a webhook endpoint
 *
 * Its secret is shown by creating it and by `rotate-secret` alone.
 */
export const webhooksRead = (options) => options.client.get({ url: '/api/admin/webhooks/{webhook}', ...options });
/**
 * Change a webhook endpoint
 *
 * Send what changes. Paused or disabled, nothing is sent to it; active again, it goes on where it stopped, as far as events are kept.
 */
export const webhooksUpdate = (options) => options.client.put({
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
export const webhookDeliveriesList = (options) => options.client.get({ url: '/api/admin/webhooks/{webhook}/deliveries', ...options });
/**
 * Read a delivery
 *
 * As the list shows it.
 */
export const webhookDeliveriesRead = (options) => options.client.get({ url: '/api/admin/webhooks/{webhook}/deliveries/{delivery}', ...options });
/**
 * Give a webhook endpoint a new secret
 *
 * The answer shows it this once. The one before signs too for 24 hours, so that a receiver can take it over in its own time; never more than two sign.
 */
export const webhooksRotateSecret = (options) => options.client.post({ url: '/api/admin/webhooks/{webhook}/rotate-secret', ...options });
/**
 * Send a ping to a webhook endpoint
 *
 * An event of type `webhook.ping`, at once. Answered with its delivery, which tells what came of it.
 */
export const webhooksPing = (options) => options.client.post({ url: '/api/admin/webhooks/{webhook}/ping', ...options });
/**
 * Send events again to a webhook endpoint
 *
 * Sets it back to a place in the events: all that came after it, as far as it is kept, is sent again in order.
 */
export const webhooksReplay = (options) => options.client.post({
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
 * At once and outside the order of its record, with ten attempts anew.
 */
export const webhookDeliveriesRedeliver = (options) => options.client.post({ url: '/api/admin/webhooks/{webhook}/deliveries/{delivery}/redeliver', ...options });
/**
 * Cancel what is not done yet
 *
 * Work that has not begun never begins. Bulk work stops where it is: what it has done stays done. 409 once the operation is final.
 */
export const operationsCancel = (options) => options.client.delete({ url: '/api/operations/{id}', ...options });
/**
 * Read what became of a write
 *
 * For its own caller and for admins. Operations are kept for 7 days. `unknown`: after a minute no queue and no worker knows it; retry the request with the same `Idempotency-Key`.
 */
export const operationsRead = (options) => options.client.get({ url: '/api/operations/{id}', ...options });
/**
 * Read the outcome of each record of bulk work
 *
 * One line per record, as NDJSON (each line a `ReportLine`); by `format` or `Accept` as CSV or XLSX, with the changed fields before and after, and the records as they are now, such as a pick list of what was moved to `preparing` (`rows=items`). Of a rehearsal: what it would do.
 */
export const operationsReport = (options) => options.client.get({ url: '/api/operations/{id}/report', ...options });
/**
 * Do what a rehearsal has shown
 *
 * Bulk work on exactly the records of a rehearsal (`dry_run`), each at the version that was rehearsed: one that has moved on is refused by name (`moved_on`). Once, within a day: again is a 409 that names the operation it became. Answered as bulk work is.
 */
export const operationsApply = (options) => options.client.post({
    url: '/api/operations/{id}/apply',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});
/**
 * Give back what bulk work changed
 *
 * Bulk work of its own, within 7 days: each record that stands as the operation left it is as it was before, deleted ones with their ids; each other is refused by name (`changed_since`). Stock is taken again, or the record is refused (`out_of_stock`). `dry_run` rehearses it. Undoing an undo does it again; what an undo refused may be undone later; with nothing left 409.
 */
export const operationsUndo = (options) => options.client.post({
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
 * The writes of all callers of the last 7 days that a worker has seen; `note` tells why one is parked. `meta.total` is exact up to 10,000 and says no more beyond. Numbered pages reach the 10,000th operation, pages by cursor the very last one.
 */
export const operationsList = (options) => options.client.get({ url: '/api/admin/operations', ...options });
/**
 * Try a parked operation again
 *
 * Sends its command back to the queue that it came from, once its cause is mended. Refused with 409 when it is not parked, and without `force` when the record has moved on since or the command is over 7 days old. 202: its outcome takes longer.
 */
export const operationsRedrive = (options) => options.client.post({
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
export const operationsDiscard = (options) => options.client.post({
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
 * Whoever follows the cursor sees every committed change once, those of a record in the order of its versions. With `Accept: text/event-stream` the same live: `id` is the cursor, `event` the type, a heartbeat every 15 seconds; it ends with the token or the session.
 */
export const eventsList = (options) => options.client.get({ url: '/api/admin/events', ...options });
/**
 * Follow what happens to one’s own orders
 *
 * As the store’s events, without who did it and without costs: every change of the caller’s orders once, in order. With `Accept: text/event-stream` the same live: `id` is the cursor, `event` the type, a heartbeat every 15 seconds; it ends with the token or the session.
 */
export const ownEventsList = (options) => options.client.get({ url: '/api/client/events', ...options });
