// Generated from the OpenAPI document: `npm run store -- client:typescript`.

export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

export type Address = {
    id: number;
    user_id: number;
    label: string | null;
    line1: string;
    line2: string | null;
    city: string;
    country: string;
    phone: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
};

export type Audit = {
    /**
     * All services were audited completely, and no finding is left that was not repaired.
     */
    is_sound: boolean;
    /**
     * Findings that were not repaired.
     */
    findings_total: number;
    services: Array<ServiceAudit>;
};

export type AuditCount = {
    what: string;
    count: number;
};

export type AuditFinding = {
    /**
     * The record: `orders/12`, `inventory/7`.
     */
    subject: string;
    /**
     * The difference in figures, for operators, in English.
     */
    detail: string;
    repaired: boolean;
};

export type AuditGap = {
    section: string;
    reason: string;
};

export type AuditRule = {
    /**
     * The name of the rule, which never changes.
     */
    rule: string;
    /**
     * The fault and the remedy, in the language of Accept-Language.
     */
    means: string;
    /**
     * How many were found.
     */
    count: number;
    /**
     * How many of these were repaired at once.
     */
    repaired: number;
    /**
     * The first 20.
     */
    findings: Array<AuditFinding>;
};

/**
 * A rule that a field breaks, with its limits: `{"rule": "min_characters", "min": 2}`.
 */
export type BrokenRule = {
    rule: string;
    [key: string]: unknown;
};

export type BulkOperation = {
    id: string;
    type: string;
    status: OperationStatus;
    progress: OperationProgress;
    /**
     * The counts; null until the end.
     */
    result: BulkResult | null;
    /**
     * Why it failed.
     */
    error: Problem | null;
    /**
     * Bulk work: the first 100 records that were not changed.
     */
    errors: Array<RecordError>;
    /**
     * Bulk work: the number of all such records; the report lists them.
     */
    errors_total?: number;
    /**
     * Bulk work on orders: sums of the changed orders so far, or in a rehearsal of the orders that would change. null before the first.
     */
    sums?: BulkSums | null;
    /**
     * Bulk work: whether it is a rehearsal, which changes nothing.
     */
    dry_run?: boolean;
    /**
     * Bulk work: until when the rehearsal can be applied; null if it cannot.
     */
    apply_until?: string | null;
    /**
     * Bulk work: until when the change can be undone; null if there is nothing to undo.
     */
    undo_until?: string | null;
    /**
     * Bulk work: when the records of its selection were looked up; null for ids.
     */
    frozen_at?: string | null;
    /**
     * Bulk work: the rehearsal that it applies.
     */
    applies?: string | null;
    /**
     * Bulk work: the operation that applied this rehearsal.
     */
    applied_by?: string | null;
    /**
     * Bulk work: the operation that it undoes.
     */
    undoes?: string | null;
    /**
     * Bulk work: the last operation that undoes it.
     */
    undone_by?: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    started_at: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    finished_at: string | null;
    /**
     * Why it makes no progress. The reason of a parked operation is only for admins.
     */
    note?: string;
    /**
     * The author, only for admins: `admin:layla`, `client:7`.
     */
    owner?: string;
};

export type BulkResult = {
    changed: number;
    unchanged: number;
    not_found: number;
    refused: number;
};

export type BulkSums = {
    /**
     * The sum of the totals of the changed orders. Amount in STORE_CURRENCY, shortest form.
     */
    total: number;
    /**
     * The amount recorded as paid; below 0: voided. Absent if it is neither. Amount in STORE_CURRENCY, shortest form.
     */
    paid?: number;
    /**
     * Units that return to the stock; below 0: units that leave it.
     */
    stock: number;
    /**
     * The stock of each of the first 100 products.
     */
    products: Array<StockSum>;
};

export type Cart = {
    items: Array<CartLine>;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    items_total: number;
};

export type CartLine = {
    product_id: number;
    amount: number;
    name: string;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    price: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    line_total: number;
    /**
     * Whether this amount could be ordered now.
     */
    available: boolean;
};

export type ChangedItem = {
    /**
     * null: the change would add the item.
     */
    id: number | null;
    order_id: number;
    product_id: number;
    product: OrderProduct;
    amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    main_price: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    manufacturing_price: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    discount_amount: number;
    /**
     * Units that came back in returns. `amount` stays.
     */
    returned: number;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
};

export type ChangedMoney = {
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    due_before: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    due_after: number;
    /**
     * The amount that the change paid back. Amount in STORE_CURRENCY, shortest form.
     */
    refunded: number;
};

export type ChangedOrder = {
    id: number;
    order_number: string;
    user_id: number;
    user: OrderUser;
    address_id: number;
    address: OrderAddress;
    payment_method: PaymentMethod;
    status: OrderStatus;
    next_statuses: Array<OrderStatus>;
    reject_reason: string | null;
    notes: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    estimated_arrive_time: string | null;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    total: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    discount_amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    tax_amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    main_price: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    manufacturing_price: number;
    /**
     * lines: the amounts of the order are computed from its items, after every change of them. given: they stay as they are set.
     */
    figures: 'lines' | 'given';
    /**
     * The captured money of all payments, less their refunds. Amount in STORE_CURRENCY, shortest form.
     */
    paid: number;
    /**
     * The part of the total that refunds took off. Amount in STORE_CURRENCY, shortest form.
     */
    credited: number;
    /**
     * The amount left to pay. Below 0: the shop owes it to the customer. Amount in STORE_CURRENCY, shortest form.
     */
    due: number;
    payment_status: PaymentStatus;
    items: Array<ChangedItem>;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    items_total: number;
    history: Array<OrderMove>;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
};

export type ChangedStock = {
    product_id: number;
    from: number | null;
    to: number | null;
};

export type ClientOrder = {
    id: number;
    order_number: string;
    user_id: number;
    user: OrderUser;
    address_id: number;
    address: OrderAddress;
    payment_method: PaymentMethod;
    status: OrderStatus;
    next_statuses: Array<OrderStatus>;
    reject_reason: string | null;
    notes: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    estimated_arrive_time: string | null;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    total: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    discount_amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    tax_amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    main_price: number;
    /**
     * lines: the amounts of the order are computed from its items, after every change of them. given: they stay as they are set.
     */
    figures: 'lines' | 'given';
    /**
     * The captured money of all payments, less their refunds. Amount in STORE_CURRENCY, shortest form.
     */
    paid: number;
    /**
     * The amount left to pay. Below 0: the shop owes it to the customer. Amount in STORE_CURRENCY, shortest form.
     */
    due: number;
    payment_status: PaymentStatus;
    items: Array<ClientOrderItem>;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    items_total: number;
    history: Array<ClientOrderMove>;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
};

export type ClientOrderItem = {
    id: number;
    order_id: number;
    product_id: number;
    product: OrderProduct;
    amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    main_price: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    discount_amount: number;
    /**
     * Units that came back in returns. `amount` stays.
     */
    returned: number;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
};

export type ClientOrderMove = {
    /**
     * ISO 8601 UTC with milliseconds.
     */
    at: string;
    from: OrderStatus | null;
    to: OrderStatus;
    reason: string | null;
};

export type ClientProduct = {
    id: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    price: number;
    is_active: boolean;
    /**
     * The shop’s own code of the product. No other product has it.
     */
    sku: string | null;
    /**
     * The product’s id in another system. No other product has it.
     */
    external_id: string | null;
    /**
     * The address of a picture.
     */
    image_url: string | null;
    name: string;
    description: string;
    en: Translation;
    ar: Translation;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
    /**
     * Units that can be sold, at most two seconds old; null: not counted.
     */
    available: number | null;
};

export type ClientReturn = {
    id: number;
    order_id: number;
    status: ReturnStatus;
    lines: Array<ClientReturnLine>;
    /**
     * The amount that the order was credited for the goods. null: the goods were not received.
     */
    refund: number | null;
    history: Array<ClientReturnStep>;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
};

export type ClientReturnLine = {
    item_id: number;
    amount: number;
    /**
     * Units that came back. null: the goods were not received yet.
     */
    received: number | null;
    reason: string | null;
};

export type ClientReturnStep = {
    /**
     * ISO 8601 UTC with milliseconds.
     */
    at: string;
    from: ReturnStatus | null;
    to: ReturnStatus;
};

export type CountChange = {
    from: number | null;
    to: number | null;
};

export type EntryAuthor = {
    area: 'admin' | 'client';
    /**
     * The subject of the token.
     */
    subject: string;
    /**
     * The token’s claim `name`, otherwise its subject.
     */
    name: string;
};

export type EntryKind = 'created' | 'changed' | 'status_changed' | 'item_added' | 'item_changed' | 'item_removed' | 'stock_moved' | 'noted' | 'deleted' | 'restored' | 'erased';

export type EntrySource = {
    /**
     * The kind of write: `orders.update`.
     */
    type: string | null;
    request_id: string | null;
    /**
     * The operation at `/api/operations/{id}`, which admins can read.
     */
    operation_id: string | null;
};

export type Event = {
    specversion: '1.0';
    /**
     * The same wherever the event is published.
     */
    id: string;
    /**
     * The service: `/orders`.
     */
    source: string;
    /**
     * `orders.order.placed.v2`.
     */
    type: string;
    /**
     * The record: `orders/12`.
     */
    subject: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    time: string;
    datacontenttype: 'application/json';
    traceparent?: string;
    data: EventData;
};

/**
 * The data of this type, as described in `/asyncapi.json`.
 */
export type EventData = {
    version: number;
    [key: string]: unknown;
};

export type EventPage = {
    data: Array<Event>;
    meta: EventPageMeta;
};

export type EventPageMeta = {
    /**
     * The cursor for the next request.
     */
    next: string;
    /**
     * More events are waiting: send the next request immediately.
     */
    has_more: boolean;
    /**
     * Unavailable services, whose events come later.
     */
    delayed: Array<'catalog' | 'orders' | 'webhooks'>;
};

export type ExportedAddress = {
    address: Address;
    /**
     * The newest first.
     */
    timeline: Array<TimelineEntry>;
};

export type ExportedCartLine = {
    product_id: number;
    amount: number;
};

export type ExportedOperation = {
    /**
     * The id at `/api/operations/{id}`.
     */
    id: string;
    type: string;
    /**
     * `succeeded`, `failed`, `cancelled` or `parked`.
     */
    status: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    finished_at: string;
    /**
     * The returned record, or the error.
     */
    answer: unknown;
};

export type ExportedOrder = {
    order: Order;
    /**
     * Newest first, with staff notes; only changes from the time when the record belonged to this customer.
     */
    timeline: Array<TimelineEntry>;
    payments: Array<ExportedPayment>;
    returns: Array<ExportedReturn>;
};

export type ExportedPayment = {
    payment: Payment;
    /**
     * The newest first.
     */
    timeline: Array<TimelineEntry>;
};

export type ExportedReason = {
    /**
     * The id at `/api/operations/{id}`.
     */
    id: string;
    /**
     * Whether it was only a rehearsal.
     */
    dry_run: boolean;
    reason: string;
    /**
     * The orders of this customer among its records.
     */
    orders: Array<number>;
};

export type ExportedReturn = {
    return: Return;
    /**
     * The newest first.
     */
    timeline: Array<TimelineEntry>;
};

export type FieldChange = {
    /**
     * null: no value. Absent: unknown.
     */
    from?: unknown;
    /**
     * null: no value any more. Absent: unknown.
     */
    to?: unknown;
};

export type FormerRecord = {
    /**
     * `orders/12`, `addresses/3`, `payments/5`, `returns/7`.
     */
    subject: string;
    /**
     * The record when it was deleted; null if it now belongs to another customer.
     */
    record: unknown;
    /**
     * The newest first.
     */
    timeline: Array<TimelineEntry>;
};

export type Inventory = {
    product_id: number;
    /**
     * Units that can still be sold; null: not counted.
     */
    stock: number | null;
    /**
     * Units taken by orders that are not delivered yet.
     */
    held: number;
    /**
     * The threshold: stock is low at this number of units or fewer.
     */
    low_stock_at: number | null;
    /**
     * Whether stock is at the threshold or below.
     */
    low: boolean;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string | null;
};

export type OpenOrder = {
    id: number;
    order_number: string;
    status: string;
};

export type Operation = {
    id: string;
    type: string;
    status: OperationStatus;
    progress: OperationProgress;
    /**
     * The final response, or the counts of bulk work. null until the end.
     */
    result: OperationResult | null;
    /**
     * Why it failed.
     */
    error: Problem | null;
    /**
     * Bulk work: the first 100 records that were not changed.
     */
    errors: Array<RecordError>;
    /**
     * Bulk work: the number of all such records; the report lists them.
     */
    errors_total?: number;
    /**
     * Bulk work on orders: sums of the changed orders so far, or in a rehearsal of the orders that would change. null before the first.
     */
    sums?: BulkSums | null;
    /**
     * Bulk work: whether it is a rehearsal, which changes nothing.
     */
    dry_run?: boolean;
    /**
     * Bulk work: until when the rehearsal can be applied; null if it cannot.
     */
    apply_until?: string | null;
    /**
     * Bulk work: until when the change can be undone; null if there is nothing to undo.
     */
    undo_until?: string | null;
    /**
     * Bulk work: when the records of its selection were looked up; null for ids.
     */
    frozen_at?: string | null;
    /**
     * Bulk work: the rehearsal that it applies.
     */
    applies?: string | null;
    /**
     * Bulk work: the operation that applied this rehearsal.
     */
    applied_by?: string | null;
    /**
     * Bulk work: the operation that it undoes.
     */
    undoes?: string | null;
    /**
     * Bulk work: the last operation that undoes it.
     */
    undone_by?: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    started_at: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    finished_at: string | null;
    /**
     * Why it makes no progress. The reason of a parked operation is only for admins.
     */
    note?: string;
    /**
     * The author, only for admins: `admin:layla`, `client:7`.
     */
    owner?: string;
};

export type OperationProgress = {
    /**
     * The number of records; 0 while it is unknown, for example for a selection that no worker has looked up yet.
     */
    total: number;
    done: number;
    failed: number;
};

export type OperationResult = {
    /**
     * For a single write: the status of its response.
     */
    status?: number;
    /**
     * For a single write: the path of the created record.
     */
    location?: string | null;
    /**
     * For a single write: the returned record.
     */
    data?: unknown;
    changed?: number;
    unchanged?: number;
    not_found?: number;
    refused?: number;
};

export type OperationStatus = 'unknown' | 'queued' | 'running' | 'succeeded' | 'partly_succeeded' | 'failed' | 'cancelled' | 'parked';

export type Order = {
    id: number;
    order_number: string;
    user_id: number;
    user: OrderUser;
    address_id: number;
    address: OrderAddress;
    payment_method: PaymentMethod;
    status: OrderStatus;
    next_statuses: Array<OrderStatus>;
    reject_reason: string | null;
    notes: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    estimated_arrive_time: string | null;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    total: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    discount_amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    tax_amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    main_price: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    manufacturing_price: number;
    /**
     * lines: the amounts of the order are computed from its items, after every change of them. given: they stay as they are set.
     */
    figures: 'lines' | 'given';
    /**
     * The captured money of all payments, less their refunds. Amount in STORE_CURRENCY, shortest form.
     */
    paid: number;
    /**
     * The part of the total that refunds took off. Amount in STORE_CURRENCY, shortest form.
     */
    credited: number;
    /**
     * The amount left to pay. Below 0: the shop owes it to the customer. Amount in STORE_CURRENCY, shortest form.
     */
    due: number;
    payment_status: PaymentStatus;
    items: Array<OrderItem>;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    items_total: number;
    history: Array<OrderMove>;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
};

export type OrderAddress = {
    id: number;
    user_id: number;
    label: string | null;
    line1: string;
    line2: string | null;
    city: string;
    country: string;
    phone: string | null;
};

export type OrderChange = {
    /**
     * The id with which `/api/operations/{id}/undo` undoes the change. null: the change was rehearsed, or changed nothing.
     */
    operation_id: string | null;
    before: Order;
    after: ChangedOrder;
    /**
     * The stock of the counted products whose stock changed.
     */
    stock: Array<ChangedStock>;
    money: ChangedMoney;
};

export type OrderItem = {
    id: number;
    order_id: number;
    product_id: number;
    product: OrderProduct;
    amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    main_price: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    manufacturing_price: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    discount_amount: number;
    /**
     * Units that came back in returns. `amount` stays.
     */
    returned: number;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
};

export type OrderMove = {
    /**
     * ISO 8601 UTC with milliseconds.
     */
    at: string;
    by: string;
    from: OrderStatus | null;
    to: OrderStatus;
    reason: string | null;
};

export type OrderProduct = {
    id: number;
    name: string;
    en: ProductName;
    ar: ProductName;
};

export type OrderStatistics = {
    data: Array<OrderStatisticsRow>;
    meta: OrderStatisticsMeta;
};

export type OrderStatisticsMeta = {
    /**
     * The first day, or the moment, as `filters[created_at][from]` takes it.
     */
    from: string;
    /**
     * The last day (included), or the moment (excluded), as `filters[created_at][to]` takes it.
     */
    to: string;
    /**
     * The ISO 4217 currency of `total`.
     */
    currency: string;
    /**
     * The IANA time zone of these days and hours.
     */
    time_zone: string;
    /**
     * All orders up to this time are counted.
     */
    as_of: string;
};

export type OrderStatisticsRow = {
    /**
     * The day `2026-11-27`, the month `2026-11`, the hour of the day `0` to `23`, the state, the payment method, the payment status, the product’s id, or the city as it was last written.
     */
    key: string;
    /**
     * All orders.
     */
    orders: number;
    /**
     * Orders that are not rejected, cancelled or returned.
     */
    live_orders: number;
    /**
     * Units in live orders; grouped by product, units of the product.
     */
    items: number;
    /**
     * Totals of live orders; grouped by product, amounts × prices of its lines, less discounts.
     */
    total: number;
    /**
     * Grouped by product: its name in the caller’s language. Absent if the orders service has no copy of the product.
     */
    name?: string;
};

export type OrderStatus = 'pending' | 'confirmed' | 'preparing' | 'shipped' | 'delivered' | 'rejected' | 'cancelled' | 'returned';

export type OrderUser = {
    id: number;
    name: string;
};

export type Payment = {
    id: number;
    order_id: number;
    /**
     * Who decides about the payment. `manual`: the shop’s staff record it. Later releases may add values.
     */
    provider: string;
    method: PaymentMethod;
    /**
     * The amount when the payment was recorded. Amount in STORE_CURRENCY, shortest form.
     */
    amount: number;
    /**
     * The most that can be captured. Amount in STORE_CURRENCY, shortest form.
     */
    authorised: number;
    /**
     * The money that arrived. Refunds do not lower it; a void sets it to 0. Amount in STORE_CURRENCY, shortest form.
     */
    captured: number;
    /**
     * The sum of the refunds. Amount in STORE_CURRENCY, shortest form.
     */
    refunded: number;
    /**
     * `authorised`, `captured`, `part_refunded`, `refunded`, `voided`. Later releases may add values.
     */
    state: string;
    reference: string | null;
    note: string | null;
    refunds: Array<Refund>;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
};

/**
 * 1 cash on delivery, 2 card, 3 wallet, 4 bank transfer
 */
export type PaymentMethod = number;

/**
 * The first that fits. While nothing is captured: `authorised` with an open authorisation; `paid` if the order is live and nothing is owed; `unpaid`. Otherwise: `refunded` if `paid` is 0; `overpaid` if `due` is negative; `part_refunded` after a refund; `part_paid` if something is due; `paid`.
 */
export type PaymentStatus = 'unpaid' | 'authorised' | 'part_paid' | 'paid' | 'overpaid' | 'part_refunded' | 'refunded';

/**
 * An error: RFC 9457 with Laravel’s `message` and `errors`.
 */
export type Problem = {
    /**
     * The page that explains the code.
     */
    type: string;
    title: string;
    status: number;
    code: ProblemCode;
    /**
     * For people, in the language of Accept-Language.
     */
    message: string;
    /**
     * Messages by dotted field name: `items.0.amount`.
     */
    errors?: {
        [key: string]: Array<string>;
    };
    /**
     * The broken rules behind the messages of `errors`, by the same names, for clients with their own texts.
     */
    rules?: {
        [key: string]: Array<BrokenRule>;
    };
    instance: string;
    /**
     * The id of the request; in an operation, the id of the failed request, empty if unknown.
     */
    request_id: string;
    /**
     * `illegal_transition`: the states to which the record can move; for a change set or a new return, those in which it is possible.
     */
    allowed?: Array<string>;
    /**
     * `out_of_stock`: the products with too few units.
     */
    products?: Array<ShortProduct>;
    /**
     * `conflict`: orders that are still open.
     */
    orders?: Array<OpenOrder>;
    /**
     * `precondition_failed`: the last changes since the version of If-Match.
     */
    changes?: Array<RecordChange>;
    /**
     * `precondition_failed`: the current version.
     */
    version?: number;
    /**
     * `unavailable`: the part that does not respond.
     */
    part?: string;
    /**
     * `outcome_unknown`: the URL of the operation. `conflict`: the earlier operation.
     */
    operation?: string;
    /**
     * `too_many_requests`: how many may be in progress at the same time.
     */
    limit?: number;
    /**
     * `cursor_expired`: the current cursor, from which to continue.
     */
    cursor?: string;
    /**
     * `cursor_expired`: paths of the lists to read again.
     */
    snapshot?: Array<string>;
    /**
     * `too_many_requests`: unfinished operations.
     */
    unfinished?: number;
};

/**
 * Never changes; decide by this.
 */
export type ProblemCode = 'malformed_body' | 'malformed_query' | 'unauthenticated' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'not_acceptable' | 'request_timeout' | 'conflict' | 'cursor_expired' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'validation_failed' | 'illegal_transition' | 'out_of_stock' | 'empty_cart' | 'record_too_large' | 'moved_on' | 'changed_since' | 'idempotency_key_reused' | 'too_many_requests' | 'header_too_large' | 'internal_error' | 'work_lost' | 'unavailable' | 'outcome_unknown';

export type Product = {
    id: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    price: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    manufacturing_price: number;
    is_active: boolean;
    /**
     * The shop’s own code of the product. No other product has it.
     */
    sku: string | null;
    /**
     * The product’s id in another system. No other product has it.
     */
    external_id: string | null;
    /**
     * The address of a picture.
     */
    image_url: string | null;
    name: string;
    description: string;
    en: Translation;
    ar: Translation;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
    /**
     * Units that can be sold, at most two seconds old; null: not counted.
     */
    available: number | null;
};

export type ProductName = {
    name: string;
};

export type Profile = {
    id: number;
    name: string;
    email: string;
    phone: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
};

export type ReasonTemplate = {
    en: string;
    ar: string;
};

export type RecordChange = {
    version: number;
    /**
     * Never shown to shoppers.
     */
    by?: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    at: string;
    fields: Array<string>;
    /**
     * The value of each field before and after, by its dotted name; absent if unknown.
     */
    values?: {
        [key: string]: FieldChange;
    };
};

export type RecordError = {
    id: number;
    code: string;
    message: string;
    /**
     * `changed_since`: who changed the record meanwhile, if known.
     */
    by?: string;
    /**
     * `changed_since`: when.
     */
    at?: string;
};

export type Refund = {
    /**
     * Unique within the payment.
     */
    id: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    amount: number;
    /**
     * The units of each line that were refunded. null: an amount was refunded.
     */
    lines: Array<RefundLine> | null;
    /**
     * The return whose goods came back. null: none.
     */
    return_id: number | null;
    reason: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    at: string;
    by: string;
};

export type RefundLine = {
    item_id: number;
    amount: number;
};

export type RehearsedAdminOrder = {
    id: number | null;
    order_number: string | null;
    user_id: number;
    user: OrderUser;
    address_id: number;
    address: OrderAddress;
    payment_method: PaymentMethod;
    status: OrderStatus;
    next_statuses: Array<OrderStatus>;
    reject_reason: string | null;
    notes: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    estimated_arrive_time: string | null;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    total: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    discount_amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    tax_amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    main_price: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    manufacturing_price: number;
    /**
     * lines: the amounts of the order are computed from its items, after every change of them. given: they stay as they are set.
     */
    figures: 'lines' | 'given';
    /**
     * The captured money of all payments, less their refunds. Amount in STORE_CURRENCY, shortest form.
     */
    paid: number;
    /**
     * The part of the total that refunds took off. Amount in STORE_CURRENCY, shortest form.
     */
    credited: number;
    /**
     * The amount left to pay. Below 0: the shop owes it to the customer. Amount in STORE_CURRENCY, shortest form.
     */
    due: number;
    payment_status: PaymentStatus;
    items: Array<RehearsedAdminOrderItem>;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    items_total: number;
    history: Array<RehearsedAdminOrderMove>;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string | null;
};

export type RehearsedAdminOrderItem = {
    id: number | null;
    order_id: number | null;
    product_id: number;
    product: OrderProduct;
    amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    main_price: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    manufacturing_price: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    discount_amount: number;
    /**
     * Units that came back in returns. `amount` stays.
     */
    returned: number;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string | null;
};

export type RehearsedAdminOrderMove = {
    /**
     * ISO 8601 UTC with milliseconds.
     */
    at: string | null;
    by: string;
    from: OrderStatus | null;
    to: OrderStatus;
    reason: string | null;
};

export type RehearsedOrder = {
    id: number | null;
    order_number: string | null;
    user_id: number;
    user: OrderUser;
    address_id: number;
    address: OrderAddress;
    payment_method: PaymentMethod;
    status: OrderStatus;
    next_statuses: Array<OrderStatus>;
    reject_reason: string | null;
    notes: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    estimated_arrive_time: string | null;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    total: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    discount_amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    tax_amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    main_price: number;
    /**
     * lines: the amounts of the order are computed from its items, after every change of them. given: they stay as they are set.
     */
    figures: 'lines' | 'given';
    /**
     * The captured money of all payments, less their refunds. Amount in STORE_CURRENCY, shortest form.
     */
    paid: number;
    /**
     * The amount left to pay. Below 0: the shop owes it to the customer. Amount in STORE_CURRENCY, shortest form.
     */
    due: number;
    payment_status: PaymentStatus;
    items: Array<RehearsedOrderItem>;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    items_total: number;
    history: Array<RehearsedOrderMove>;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string | null;
};

export type RehearsedOrderItem = {
    id: number | null;
    order_id: number | null;
    product_id: number;
    product: OrderProduct;
    amount: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    main_price: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    discount_amount: number;
    /**
     * Units that came back in returns. `amount` stays.
     */
    returned: number;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string | null;
};

export type RehearsedOrderMove = {
    /**
     * ISO 8601 UTC with milliseconds.
     */
    at: string | null;
    from: OrderStatus | null;
    to: OrderStatus;
    reason: string | null;
};

export type ReportLine = {
    id: number;
    /**
     * null: not reached.
     */
    outcome: string | null;
    code: string | null;
    message: string | null;
    /**
     * `changed_since`: who changed the record meanwhile, if known.
     */
    by?: string;
    /**
     * `changed_since`: when.
     */
    at?: string;
    /**
     * The changed fields before, named as in timelines; null if there was no record or nothing changed.
     */
    before: {
        [key: string]: unknown;
    } | null;
    /**
     * The same fields afterwards, or for a rehearsal as they would be. null if the record is deleted.
     */
    after: {
        [key: string]: unknown;
    } | null;
};

export type Return = {
    id: number;
    order_id: number;
    status: ReturnStatus;
    lines: Array<ReturnLine>;
    /**
     * The amount that the order was credited for the goods. null: the goods were not received.
     */
    refund: number | null;
    history: Array<ReturnStep>;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
};

export type ReturnLine = {
    item_id: number;
    amount: number;
    /**
     * Units that came back. null: the goods were not received yet.
     */
    received: number | null;
    /**
     * Whether the units can be sold again. null: the goods were not received yet.
     */
    restock: boolean | null;
    /**
     * Received units that the item had not taken from counted stock, so that no stock changed.
     */
    uncounted: number;
    reason: string | null;
};

export type ReturnStatus = 'requested' | 'approved' | 'received' | 'closed' | 'refused' | 'withdrawn';

export type ReturnStep = {
    /**
     * ISO 8601 UTC with milliseconds.
     */
    at: string;
    by: string;
    from: ReturnStatus | null;
    to: ReturnStatus;
    reason: string | null;
};

export type SavedView = {
    name: string;
    list: 'orders' | 'order-items' | 'subscriptions' | 'products' | 'users' | 'addresses' | 'inventory' | 'payments' | 'returns' | 'operations';
    /**
     * null: the list as it is.
     */
    query: string | null;
};

export type SavedViews = {
    views: Array<SavedView>;
    /**
     * null: none was saved yet.
     */
    updated_at: string | null;
};

export type ServiceAudit = {
    service: 'orders' | 'catalog';
    /**
     * `never`: no audit has ended yet. `unreachable`: the service does not respond.
     */
    state: 'done' | 'never' | 'unreachable';
    /**
     * ISO 8601 UTC with milliseconds.
     */
    started_at: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    finished_at: string | null;
    seconds: number | null;
    /**
     * How many records of each kind were checked.
     */
    looked_at: Array<AuditCount>;
    /**
     * Parts that could not be checked, and why.
     */
    not_checked: Array<AuditGap>;
    /**
     * The rules that found something.
     */
    rules: Array<AuditRule>;
};

export type ShopSettings = {
    name: string | null;
    address: string | null;
    /**
     * The last lines of slips and invoices.
     */
    footer: string | null;
    tax_number: string | null;
    phone: string | null;
    /**
     * The address of the shop’s logo, which the console shows.
     */
    logo_url: string | null;
    en: ShopTexts;
    ar: ShopTexts;
    /**
     * Frequent reasons for rejecting or cancelling orders, to choose from.
     */
    reason_templates: Array<ReasonTemplate>;
    /**
     * The ISO 4217 currency of every amount: STORE_CURRENCY. Cannot be changed here.
     */
    currency: string;
    /**
     * Decimals of its amounts: 2 for USD, 0 for JPY, 3 for KWD.
     */
    currency_decimals: number;
    /**
     * The IANA time zone of dates without an offset: STORE_TIME_ZONE. Cannot be changed here.
     */
    time_zone: string;
    /**
     * null: nothing is set yet.
     */
    updated_at: string | null;
};

export type ShopTexts = {
    name: string | null;
    address: string | null;
    footer: string | null;
};

export type ShortProduct = {
    product_id: number;
    /**
     * In the language of Accept-Language.
     */
    name?: string;
    requested: number;
    available: number;
};

export type StockMove = {
    product_id: number;
    /**
     * The version of the product’s stock record after this change.
     */
    version: number;
    stock: CountChange;
    held: CountChange;
    lost?: CountChange;
};

export type StockRow = {
    product_id: number;
    name: string;
    /**
     * Units that can still be sold; null: not counted.
     */
    stock: number | null;
    /**
     * Units taken by orders that are not delivered yet.
     */
    held: number;
    /**
     * The threshold: stock is low at this number of units or fewer.
     */
    low_stock_at: number | null;
    /**
     * Whether stock is at the threshold or below.
     */
    low: boolean;
};

export type StockSum = {
    product_id: number;
    stock: number;
};

export type Subscription = {
    id: number;
    /**
     * Amount in STORE_CURRENCY, shortest form.
     */
    price: number;
    is_active: boolean;
    name: string;
    description: string;
    en: Translation;
    ar: Translation;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
};

export type TimelineEntry = {
    id: string;
    /**
     * The changed record: `orders/12`.
     */
    subject: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    at: string;
    /**
     * The version of the record after this change; for a note, when it was written.
     */
    version: number;
    kind: EntryKind;
    /**
     * null: unknown.
     */
    by: EntryAuthor | null;
    via: EntrySource;
    /**
     * Keyed by dotted field names: `en.name`; `items.12.amount` for the item with the id 12.
     */
    changes: {
        [key: string]: FieldChange;
    };
    reason: string | null;
    note: string | null;
    /**
     * Stock of counted products that the change of an order moved.
     */
    stock: Array<StockMove>;
};

export type Translation = {
    name: string;
    description: string;
};

/**
 * A row of a list in place of a record that is damaged in the database. Operators restore it.
 */
export type UnreadableRecord = {
    id: number;
    unreadable: true;
};

export type User = {
    id: number;
    name: string;
    email: string;
    phone: string | null;
    /**
     * The identity provider’s id of the user.
     */
    external_id: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
};

export type UserExport = {
    /**
     * ISO 8601 UTC with milliseconds.
     */
    exported_at: string;
    user: User;
    /**
     * The newest first.
     */
    timeline: Array<TimelineEntry>;
    cart: Array<ExportedCartLine>;
    addresses: Array<ExportedAddress>;
    orders: Array<ExportedOrder>;
    /**
     * Orders with their payments and returns, and addresses, that were deleted within 90 days, or given to another customer.
     */
    former_records: Array<FormerRecord>;
    /**
     * The customer’s own writes of the last 7 days.
     */
    operations: Array<ExportedOperation>;
    /**
     * Reasons of bulk work of the last 7 days that included orders of this customer.
     */
    bulk_reasons: Array<ExportedReason>;
};

export type Webhook = {
    id: number;
    url: string;
    /**
     * Types of events, or beginnings of types with `*`.
     */
    types: Array<string>;
    payload: WebhookPayload;
    status: WebhookStatus;
    /**
     * Why the store disabled it: the receiver responded with 410 (`gone`), or no delivery succeeded for three days (`undelivered`).
     */
    disabled_reason: WebhookDisabledReason | null;
    description: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
};

export type WebhookDelivery = {
    id: number;
    event_id: string;
    type: string;
    subject: string;
    status: WebhookDeliveryStatus;
    /**
     * The last 20 attempts, oldest first.
     */
    attempts: Array<WebhookDeliveryAttempt>;
    /**
     * null: no further attempt.
     */
    next_attempt_at: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
};

export type WebhookDeliveryAttempt = {
    /**
     * ISO 8601 UTC with milliseconds.
     */
    at: string;
    /**
     * The HTTP status of the response; null: no response.
     */
    status: number | null;
    /**
     * The duration in milliseconds.
     */
    ms: number;
    /**
     * Why the attempt failed; null: it succeeded.
     */
    error: string | null;
    /**
     * The first 2 KB of the response body.
     */
    answer: string | null;
};

export type WebhookDeliveryStatus = 'pending' | 'delivered' | 'failed';

export type WebhookDisabledReason = 'gone' | 'undelivered';

export type WebhookPayload = 'thin' | 'full';

export type WebhookStatus = 'active' | 'paused' | 'disabled';

export type WebhookWithSecret = {
    id: number;
    url: string;
    /**
     * Types of events, or beginnings of types with `*`.
     */
    types: Array<string>;
    payload: WebhookPayload;
    status: WebhookStatus;
    /**
     * Why the store disabled it: the receiver responded with 410 (`gone`), or no delivery succeeded for three days (`undelivered`).
     */
    disabled_reason: WebhookDisabledReason | null;
    description: string | null;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    created_at: string;
    /**
     * ISO 8601 UTC with milliseconds.
     */
    updated_at: string;
    /**
     * The secret that signs deliveries (Standard Webhooks, `whsec_…`). Only the first response has it; a replayed response has null.
     */
    secret: string | null;
};

export type SubscriptionAnswer = {
    data: Subscription;
};

export type ProductAnswer = {
    data: Product;
};

export type ClientProductAnswer = {
    data: ClientProduct;
};

export type BulkOperationAnswer = {
    data: BulkOperation;
};

export type OrderAnswer = {
    data: Order;
};

export type ClientOrderAnswer = {
    data: ClientOrder;
};

export type OrderItemAnswer = {
    data: OrderItem;
};

export type PaymentAnswer = {
    data: Payment;
};

export type ReturnAnswer = {
    data: Return;
};

export type ClientReturnAnswer = {
    data: ClientReturn;
};

export type UserAnswer = {
    data: User;
};

export type ProfileAnswer = {
    data: Profile;
};

export type UserExportAnswer = {
    data: UserExport;
};

export type AddressAnswer = {
    data: Address;
};

export type InventoryAnswer = {
    data: Inventory;
};

export type CartAnswer = {
    data: Cart;
};

export type ShopSettingsAnswer = {
    data: ShopSettings;
};

export type SavedViewsAnswer = {
    data: SavedViews;
};

export type AuditAnswer = {
    data: Audit;
};

export type TimelineEntryAnswer = {
    data: TimelineEntry;
};

export type OrderChangeAnswer = {
    data: OrderChange;
};

export type WebhookAnswer = {
    data: Webhook;
};

export type WebhookDeliveryAnswer = {
    data: WebhookDelivery;
};

export type WebhookWithSecretAnswer = {
    data: WebhookWithSecret;
};

export type RehearsedAdminOrderAnswer = {
    data: RehearsedAdminOrder;
};

export type RehearsedOrderAnswer = {
    data: RehearsedOrder;
};

export type OperationAnswer = {
    data: Operation;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type SubscriptionPage = {
    data: Array<Subscription>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type SubscriptionCursorPage = {
    data: Array<Subscription>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * Without `paginate`: every match.
 */
export type SubscriptionList = {
    data: Array<Subscription>;
};

/**
 * With `paginate=true` it is an SubscriptionPage, with `paginate=cursor` an SubscriptionCursorPage, else an SubscriptionList, which has no `links` and `meta`.
 */
export type SubscriptionListAnswer = {
    data: Array<Subscription>;
    links?: PageLinks;
    meta?: ListMeta;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type ProductPage = {
    data: Array<Product>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type ProductCursorPage = {
    data: Array<Product>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * Without `paginate`: every match.
 */
export type ProductList = {
    data: Array<Product>;
};

/**
 * With `paginate=true` it is an ProductPage, with `paginate=cursor` an ProductCursorPage, else an ProductList, which has no `links` and `meta`.
 */
export type ProductListAnswer = {
    data: Array<Product>;
    links?: PageLinks;
    meta?: ListMeta;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type ClientProductPage = {
    data: Array<ClientProduct>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type ClientProductCursorPage = {
    data: Array<ClientProduct>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * Without `paginate`: every match.
 */
export type ClientProductList = {
    data: Array<ClientProduct>;
};

/**
 * With `paginate=true` it is an ClientProductPage, with `paginate=cursor` an ClientProductCursorPage, else an ClientProductList, which has no `links` and `meta`.
 */
export type ClientProductListAnswer = {
    data: Array<ClientProduct>;
    links?: PageLinks;
    meta?: ListMeta;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type OrderPage = {
    data: Array<Order>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type OrderCursorPage = {
    data: Array<Order>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * Without `paginate`: every match.
 */
export type OrderList = {
    data: Array<Order>;
};

/**
 * With `paginate=true` it is an OrderPage, with `paginate=cursor` an OrderCursorPage, else an OrderList, which has no `links` and `meta`.
 */
export type OrderListAnswer = {
    data: Array<Order>;
    links?: PageLinks;
    meta?: ListMeta;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type ClientOrderPage = {
    data: Array<ClientOrder>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type ClientOrderCursorPage = {
    data: Array<ClientOrder>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * Without `paginate`: every match.
 */
export type ClientOrderList = {
    data: Array<ClientOrder>;
};

/**
 * With `paginate=true` it is an ClientOrderPage, with `paginate=cursor` an ClientOrderCursorPage, else an ClientOrderList, which has no `links` and `meta`.
 */
export type ClientOrderListAnswer = {
    data: Array<ClientOrder>;
    links?: PageLinks;
    meta?: ListMeta;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type OrderItemPage = {
    data: Array<OrderItem>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type OrderItemCursorPage = {
    data: Array<OrderItem>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * Without `paginate`: every match.
 */
export type OrderItemList = {
    data: Array<OrderItem>;
};

/**
 * With `paginate=true` it is an OrderItemPage, with `paginate=cursor` an OrderItemCursorPage, else an OrderItemList, which has no `links` and `meta`.
 */
export type OrderItemListAnswer = {
    data: Array<OrderItem>;
    links?: PageLinks;
    meta?: ListMeta;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type PaymentPage = {
    data: Array<Payment>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type PaymentCursorPage = {
    data: Array<Payment>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * Without `paginate`: every match.
 */
export type PaymentList = {
    data: Array<Payment>;
};

/**
 * With `paginate=true` it is an PaymentPage, with `paginate=cursor` an PaymentCursorPage, else an PaymentList, which has no `links` and `meta`.
 */
export type PaymentListAnswer = {
    data: Array<Payment>;
    links?: PageLinks;
    meta?: ListMeta;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type ReturnPage = {
    data: Array<Return>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type ReturnCursorPage = {
    data: Array<Return>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * Without `paginate`: every match.
 */
export type ReturnList = {
    data: Array<Return>;
};

/**
 * With `paginate=true` it is an ReturnPage, with `paginate=cursor` an ReturnCursorPage, else an ReturnList, which has no `links` and `meta`.
 */
export type ReturnListAnswer = {
    data: Array<Return>;
    links?: PageLinks;
    meta?: ListMeta;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type ClientReturnPage = {
    data: Array<ClientReturn>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type ClientReturnCursorPage = {
    data: Array<ClientReturn>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * Without `paginate`: every match.
 */
export type ClientReturnList = {
    data: Array<ClientReturn>;
};

/**
 * With `paginate=true` it is an ClientReturnPage, with `paginate=cursor` an ClientReturnCursorPage, else an ClientReturnList, which has no `links` and `meta`.
 */
export type ClientReturnListAnswer = {
    data: Array<ClientReturn>;
    links?: PageLinks;
    meta?: ListMeta;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type UserPage = {
    data: Array<User>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type UserCursorPage = {
    data: Array<User>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * Without `paginate`: every match.
 */
export type UserList = {
    data: Array<User>;
};

/**
 * With `paginate=true` it is an UserPage, with `paginate=cursor` an UserCursorPage, else an UserList, which has no `links` and `meta`.
 */
export type UserListAnswer = {
    data: Array<User>;
    links?: PageLinks;
    meta?: ListMeta;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type AddressPage = {
    data: Array<Address>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type AddressCursorPage = {
    data: Array<Address>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * Without `paginate`: every match.
 */
export type AddressList = {
    data: Array<Address>;
};

/**
 * With `paginate=true` it is an AddressPage, with `paginate=cursor` an AddressCursorPage, else an AddressList, which has no `links` and `meta`.
 */
export type AddressListAnswer = {
    data: Array<Address>;
    links?: PageLinks;
    meta?: ListMeta;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type StockRowPage = {
    data: Array<StockRow>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type StockRowCursorPage = {
    data: Array<StockRow>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * Without `paginate`: every match.
 */
export type StockRowList = {
    data: Array<StockRow>;
};

/**
 * With `paginate=true` it is an StockRowPage, with `paginate=cursor` an StockRowCursorPage, else an StockRowList, which has no `links` and `meta`.
 */
export type StockRowListAnswer = {
    data: Array<StockRow>;
    links?: PageLinks;
    meta?: ListMeta;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type WebhookPage = {
    data: Array<Webhook>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type WebhookCursorPage = {
    data: Array<Webhook>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * Without `paginate`: every match.
 */
export type WebhookList = {
    data: Array<Webhook>;
};

/**
 * With `paginate=true` it is an WebhookPage, with `paginate=cursor` an WebhookCursorPage, else an WebhookList, which has no `links` and `meta`.
 */
export type WebhookListAnswer = {
    data: Array<Webhook>;
    links?: PageLinks;
    meta?: ListMeta;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type WebhookDeliveryPage = {
    data: Array<WebhookDelivery>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type WebhookDeliveryCursorPage = {
    data: Array<WebhookDelivery>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * Without `paginate`: every match.
 */
export type WebhookDeliveryList = {
    data: Array<WebhookDelivery>;
};

/**
 * With `paginate=true` it is an WebhookDeliveryPage, with `paginate=cursor` an WebhookDeliveryCursorPage, else an WebhookDeliveryList, which has no `links` and `meta`.
 */
export type WebhookDeliveryListAnswer = {
    data: Array<WebhookDelivery>;
    links?: PageLinks;
    meta?: ListMeta;
};

export type TimelineEntryCursorPage = {
    data: Array<TimelineEntry>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * With `paginate=true`: one numbered page.
 */
export type OperationPage = {
    data: Array<Operation>;
    links: PageLinks;
    meta: PageMeta;
};

/**
 * With `paginate=cursor`: one page, which new records do not shift.
 */
export type OperationCursorPage = {
    data: Array<Operation>;
    links: PageLinks;
    meta: CursorMeta;
};

/**
 * With `paginate=cursor` it is an OperationCursorPage, else an OperationPage.
 */
export type OperationListAnswer = {
    data: Array<Operation>;
    links: PageLinks;
    meta: ListMeta;
};

/**
 * URLs of other pages; null if there is none. Pages with cursors have no `first` and `last`.
 */
export type PageLinks = {
    first: string | null;
    last: string | null;
    prev: string | null;
    next: string | null;
};

/**
 * One button of a pager.
 */
export type PageLink = {
    url: string | null;
    label: string;
    page?: number | null;
    active: boolean;
};

export type PageMeta = {
    path: string;
    per_page: number;
    current_page: number;
    from: number | null;
    last_page: number;
    links: Array<PageLink>;
    to: number | null;
    total: number;
    /**
     * When `total` was counted, if it is not current.
     */
    total_as_of?: string;
};

export type CursorMeta = {
    path: string;
    per_page: number;
    /**
     * The cursor of the next page; null on the last page.
     */
    next_cursor: string | null;
    /**
     * The cursor of the previous page; null on the first page.
     */
    prev_cursor: string | null;
};

/**
 * A numbered page has everything except the cursors. A page with cursors has only these, `path` and `per_page`.
 */
export type ListMeta = {
    path: string;
    per_page: number;
    current_page?: number;
    from?: number | null;
    last_page?: number;
    links?: Array<PageLink>;
    to?: number | null;
    total?: number;
    /**
     * When `total` was counted, if it is not current.
     */
    total_as_of?: string;
    /**
     * The cursor of the next page; null on the last page.
     */
    next_cursor?: string | null;
    /**
     * The cursor of the previous page; null on the first page.
     */
    prev_cursor?: string | null;
};

/**
 * Records what is due as paid, by this method.
 */
export type BulkPayment = {
    method: PaymentMethod;
};

export type DayRange = {
    /**
     * A day, `2026-01-31`, or a time, `2026-01-31T09:30:00Z`. Seconds, their fraction and the offset are optional, and fractions are cut to milliseconds; without an offset, the store’s time zone applies.
     */
    from?: string;
    /**
     * A day, `2026-01-31`, or a time, `2026-01-31T09:30:00Z`. Seconds, their fraction and the offset are optional, and fractions are cut to milliseconds; without an offset, the store’s time zone applies.
     */
    to?: string;
};

/**
 * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
 */
export type ExportFormat = 'csv' | 'xlsx' | 'ndjson';

/**
 * Only for spreadsheets: a row for each record (`records`), or for each line of an order (`items`), whose columns are named `items.amount` and so on.
 */
export type ExportRows = 'records' | 'items';

export type NewLineChange = {
    item_id?: number;
    /**
     * Id of one of the products.
     */
    product_id?: number;
    /**
     * 0 removes the item.
     */
    amount: number;
    /**
     * The price of a new item. Default: the product’s price.
     */
    main_price?: number;
};

export type NewOrderItem = {
    /**
     * Id of one of the products.
     */
    product_id: number;
    amount: number;
    main_price?: number;
    manufacturing_price?: number;
    /**
     * For the whole line.
     */
    discount_amount?: number;
};

export type NewTranslation = {
    name: string;
    description: string;
};

export type NewReasonTemplate = {
    en: string;
    ar: string;
};

export type NewRefundLine = {
    item_id: number;
    amount: number;
};

export type NewReturnLine = {
    /**
     * Each item may be in only one line.
     */
    item_id: number;
    /**
     * Units to send back.
     */
    amount: number;
    reason?: string | null;
};

export type NewSavedView = {
    name: string;
    list: 'orders' | 'order-items' | 'subscriptions' | 'products' | 'users' | 'addresses' | 'inventory' | 'payments' | 'returns' | 'operations';
    /**
     * The query of the list’s URL: `filters[status]=pending&sort=created_at`. Kept unchanged.
     */
    query?: string | null;
};

export type OrderFilters = {
    /**
     * An id. Several separated by commas, at most 200.
     */
    user_id?: string;
    /**
     * An id. Several separated by commas, at most 200.
     */
    address_id?: string;
    /**
     * Ignores case, spaces, `#` and marks of direction, and also dashes in a number that the service made.
     */
    order_number?: string;
    /**
     * 1: pending, confirmed, preparing, shipped, delivered. 0: rejected, cancelled, returned. Or names of states, separated by commas.
     */
    status?: string;
    /**
     * 1 cash on delivery, 2 card, 3 wallet, 4 bank transfer. Several separated by commas, at most 200.
     */
    payment_method?: string;
    created_at?: DayRange;
    updated_at?: DayRange;
    total?: TotalRange;
    /**
     * unpaid, authorised, part_paid, paid, overpaid, part_refunded, refunded. Several separated by commas.
     */
    payment_status?: string;
    /**
     * An id. Several separated by commas, at most 200.
     */
    product_id?: string;
    /**
     * An id. Several separated by commas, at most 200.
     */
    id?: string;
    /**
     * Partial match over name, e-mail and phone of the customer as they are now, and over name, street, city and phone on the order. Three or more digits match anywhere in a phone’s digits; nine or more by their last eight.
     */
    customer?: string;
};

/**
 * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
 */
export type Paginate = 'true' | 'cursor' | 'false';

/**
 * Exactly one of `set`, `by` and `percent`.
 */
export type PriceChange = {
    /**
     * The new price.
     */
    set?: number;
    /**
     * Added to each price; below 0: taken from it.
     */
    by?: number;
    /**
     * Added to each price, in percent of it; the half of the currency’s smallest unit is rounded up.
     */
    percent?: number;
};

export type PriceRange = {
    from?: number;
    to?: number;
};

export type ReceivedLine = {
    /**
     * Each item may be in only one line.
     */
    item_id: number;
    /**
     * Default: all units of the return.
     */
    received?: number;
    /**
     * false: the units cannot be sold again. Default: true.
     */
    restock?: boolean;
};

export type ProductFilters = {
    price?: PriceRange;
    is_active?: boolean;
    created_at?: DayRange;
    name?: string;
    description?: string;
    /**
     * An id. Several separated by commas, at most 200.
     */
    id?: string;
    sku?: string;
    external_id?: string;
    /**
     * `1`: products with units left, or not counted; `0`: sold-out products.
     */
    in_stock?: boolean;
};

export type ShopTextsChange = {
    name?: string | null;
    address?: string | null;
    footer?: string | null;
};

export type SubscriptionFilters = {
    price?: PriceRange;
    is_active?: boolean;
    created_at?: DayRange;
    name?: string;
    description?: string;
    /**
     * An id. Several separated by commas, at most 200.
     */
    id?: string;
};

export type TotalRange = {
    from?: number;
    to?: number;
};

export type TranslationChange = {
    name?: string;
    description?: string;
};

export type OperationsRedriveBody = {
    /**
     * The reason, kept with the author.
     */
    reason: string;
    /**
     * Also redrives a command that is over 6 days old, or whose record has changed since.
     */
    force?: boolean;
};

export type OperationsDiscardBody = {
    /**
     * The reason, kept with the author.
     */
    reason: string;
};

export type OperationsApplyBody = {
    [key: string]: unknown;
};

export type OperationsUndoBody = {
    dry_run?: boolean | null;
};

export type SubscriptionsCreateBody = {
    price: number;
    is_active?: boolean;
    en: NewTranslation;
    ar: NewTranslation;
};

export type SubscriptionsUpdateBody = {
    price?: number;
    is_active?: boolean;
    en?: TranslationChange;
    ar?: TranslationChange;
};

export type SubscriptionsBulkUpdateBody = {
    /**
     * Duplicates count once.
     */
    ids?: Array<number>;
    /**
     * All records that match these filters, and also `search` if it is sent.
     */
    filters?: SubscriptionFilters;
    /**
     * Case-insensitive partial match over price, is_active, created_at, name, description.
     */
    search?: string;
    /**
     * `true`: every record.
     */
    all?: boolean | null;
    dry_run?: boolean | null;
    status?: 'active' | 'inactive';
    /**
     * Exactly one of `set`, `by` and `percent`.
     */
    price?: PriceChange;
};

export type SubscriptionsBulkDeleteBody = {
    /**
     * Duplicates count once.
     */
    ids?: Array<number>;
    /**
     * All records that match these filters, and also `search` if it is sent.
     */
    filters?: SubscriptionFilters;
    /**
     * Case-insensitive partial match over price, is_active, created_at, name, description.
     */
    search?: string;
    /**
     * `true`: every record.
     */
    all?: boolean | null;
    dry_run?: boolean | null;
};

export type ProductsCreateBody = {
    price: number;
    manufacturing_price?: number;
    is_active?: boolean;
    sku?: string | null;
    external_id?: string | null;
    image_url?: string | null;
    en: NewTranslation;
    ar: NewTranslation;
};

export type ProductsUpdateBody = {
    price?: number;
    manufacturing_price?: number;
    is_active?: boolean;
    sku?: string | null;
    external_id?: string | null;
    image_url?: string | null;
    en?: TranslationChange;
    ar?: TranslationChange;
};

export type ProductsUpsertBody = {
    price?: number;
    manufacturing_price?: number;
    is_active?: boolean;
    sku?: string | null;
    image_url?: string | null;
    en?: TranslationChange;
    ar?: TranslationChange;
};

export type ProductsBulkUpdateBody = {
    /**
     * Duplicates count once.
     */
    ids?: Array<number>;
    /**
     * All records that match these filters, and also `search` if it is sent.
     */
    filters?: ProductFilters;
    /**
     * Case-insensitive partial match over price, is_active, created_at, name, description, sku, external_id.
     */
    search?: string;
    /**
     * `true`: every record.
     */
    all?: boolean | null;
    dry_run?: boolean | null;
    status?: 'active' | 'inactive';
    /**
     * Exactly one of `set`, `by` and `percent`.
     */
    price?: PriceChange;
};

export type ProductsBulkDeleteBody = {
    /**
     * Duplicates count once.
     */
    ids?: Array<number>;
    /**
     * All records that match these filters, and also `search` if it is sent.
     */
    filters?: ProductFilters;
    /**
     * Case-insensitive partial match over price, is_active, created_at, name, description, sku, external_id.
     */
    search?: string;
    /**
     * `true`: every record.
     */
    all?: boolean | null;
    dry_run?: boolean | null;
};

export type OrdersCreateBody = unknown & {
    /**
     * Id of one of the users.
     */
    user_id: number;
    /**
     * Id of one of the addresses.
     */
    address_id: number;
    payment_method: PaymentMethod;
    notes?: string | null;
    /**
     * A day, `2026-01-31`, or a time, `2026-01-31T09:30:00Z`. Seconds, their fraction and the offset are optional, and fractions are cut to milliseconds; without an offset, the store’s time zone applies.
     */
    estimated_arrive_time?: string | null;
    total?: number;
    discount_amount?: number;
    tax_amount?: number;
    main_price?: number;
    manufacturing_price?: number;
    figures?: 'lines' | 'given';
    status: OrderStatus;
    reject_reason?: string | null;
    items?: Array<NewOrderItem>;
    dry_run?: boolean | null;
};

export type OrdersUpdateBody = unknown & {
    order_number?: string;
    notes?: string | null;
    /**
     * Id of one of the users.
     */
    user_id?: number;
    /**
     * Id of one of the addresses.
     */
    address_id?: number;
    /**
     * Empty: rejects the order; needs reject_reason.
     */
    status?: OrderStatus | null;
    reject_reason?: string | null;
    payment_method?: PaymentMethod;
    total?: number;
    /**
     * A day, `2026-01-31`, or a time, `2026-01-31T09:30:00Z`. Seconds, their fraction and the offset are optional, and fractions are cut to milliseconds; without an offset, the store’s time zone applies.
     */
    estimated_arrive_time?: string | null;
    discount_amount?: number;
    tax_amount?: number;
    main_price?: number;
    manufacturing_price?: number;
    figures?: 'lines' | 'given';
};

export type OrdersBulkUpdateBody = unknown & {
    /**
     * Duplicates count once.
     */
    ids?: Array<number>;
    /**
     * All records that match these filters, and also `search` if it is sent.
     */
    filters?: OrderFilters;
    /**
     * Case-insensitive partial match over user_id, address_id, order_number, status, payment_method, created_at, updated_at.
     */
    search?: string;
    /**
     * `true`: every record.
     */
    all?: boolean | null;
    dry_run?: boolean | null;
    status?: OrderStatus;
    reject_reason?: string | null;
    /**
     * Records what is due as paid, by this method.
     */
    payment?: BulkPayment;
};

export type OrdersBulkDeleteBody = {
    /**
     * Duplicates count once.
     */
    ids?: Array<number>;
    /**
     * All records that match these filters, and also `search` if it is sent.
     */
    filters?: OrderFilters;
    /**
     * Case-insensitive partial match over user_id, address_id, order_number, status, payment_method, created_at, updated_at.
     */
    search?: string;
    /**
     * `true`: every record.
     */
    all?: boolean | null;
    dry_run?: boolean | null;
};

export type OrdersCheckoutBody = {
    payment_method: PaymentMethod;
    /**
     * Id of one of the addresses.
     */
    address_id: number;
    notes?: string | null;
    dry_run?: boolean | null;
};

export type OrderNotesCreateBody = {
    text: string;
};

export type OrdersChangeBody = {
    lines?: unknown;
} & {
    lines?: Array<NewLineChange>;
    discount_amount?: number;
    /**
     * Id of one of the addresses.
     */
    address_id?: number;
    notes?: string | null;
    /**
     * For the order’s timeline. Shown only to staff.
     */
    reason?: string | null;
    /**
     * Default: none.
     */
    refund?: 'none' | 'due';
    dry_run?: boolean | null;
};

export type OrderItemsCreateBody = {
    /**
     * Id of one of the orders.
     */
    order_id: number;
    /**
     * Id of one of the products.
     */
    product_id: number;
    amount: number;
    main_price?: number;
    manufacturing_price?: number;
    /**
     * For the whole line.
     */
    discount_amount?: number;
};

export type OrderItemsUpdateBody = {
    /**
     * Id of one of the orders.
     */
    order_id?: number;
    /**
     * Id of one of the products.
     */
    product_id?: number;
    amount?: number;
    main_price?: number;
    manufacturing_price?: number;
    /**
     * For the whole line.
     */
    discount_amount?: number;
};

export type PaymentsCreateBody = {
    /**
     * Default: the `due` of the order.
     */
    amount?: number;
    method?: PaymentMethod;
    /**
     * The number of a receipt or transfer.
     */
    reference?: string | null;
    note?: string | null;
    /**
     * false: the money is expected. Default: true.
     */
    capture?: boolean;
};

export type PaymentsCaptureBody = {
    /**
     * At most the authorised amount, which is the default.
     */
    amount?: number;
};

export type PaymentsRefundBody = {
    /**
     * At most the captured amount that is not refunded yet.
     */
    amount?: number;
    lines?: Array<NewRefundLine>;
    /**
     * Only staff see it.
     */
    reason?: string | null;
};

export type OwnReturnsCreateBody = {
    lines: unknown;
} & {
    lines: Array<NewReturnLine>;
};

export type ReturnsCreateBody = {
    lines: unknown;
} & {
    lines: Array<NewReturnLine>;
};

export type ReturnsUpdateBody = {
    status?: ReturnStatus;
    lines?: Array<ReceivedLine>;
    /**
     * null or absent: the share of the units.
     */
    refund?: number | null;
    /**
     * Only staff see it.
     */
    reason?: string | null;
    dry_run?: boolean | null;
};

export type MeUpdateBody = {
    name?: string;
    email?: string;
    phone?: string | null;
};

export type UsersCreateBody = {
    name: string;
    email: string;
    phone?: string | null;
    external_id?: string | null;
};

export type UsersUpdateBody = {
    name?: string;
    email?: string;
    phone?: string | null;
    external_id?: string | null;
};

export type UsersDeleteBody = {
    reason?: string | null;
};

export type AddressesCreateBody = {
    /**
     * Id of one of the users.
     */
    user_id: number;
    line1: string;
    city: string;
    country: string;
    label?: string | null;
    line2?: string | null;
    phone?: string | null;
};

export type AddressesUpdateBody = {
    /**
     * Id of one of the users.
     */
    user_id?: number;
    line1?: string;
    city?: string;
    country?: string;
    label?: string | null;
    line2?: string | null;
    phone?: string | null;
};

export type OwnAddressesCreateBody = {
    line1: string;
    city: string;
    country: string;
    label?: string | null;
    line2?: string | null;
    phone?: string | null;
};

export type OwnAddressesUpdateBody = {
    line1?: string;
    city?: string;
    country?: string;
    label?: string | null;
    line2?: string | null;
    phone?: string | null;
};

export type InventorySetBody = {
    /**
     * Units that can still be sold; null: not counted.
     */
    stock?: number | null;
    /**
     * Stock is low at this number of units or fewer, and an event reports it; null: no threshold.
     */
    low_stock_at?: number | null;
    /**
     * The reason, shown in the timeline.
     */
    reason?: string | null;
};

export type InventoryAdjustBody = {
    by: number;
    /**
     * The reason, shown in the timeline.
     */
    reason?: string | null;
};

export type CartAddBody = {
    /**
     * Id of one of the products.
     */
    product_id: number;
    amount: number;
};

export type CartSetBody = {
    amount: number;
};

export type SettingsUpdateBody = {
    en?: ShopTextsChange;
    ar?: ShopTextsChange;
    tax_number?: string | null;
    phone?: string | null;
    logo_url?: string | null;
    reason_templates?: Array<NewReasonTemplate>;
};

export type SavedViewsUpdateBody = {
    views?: Array<NewSavedView>;
};

export type WebhooksCreateBody = {
    /**
     * The URL for deliveries: https, with a host on the public internet.
     */
    url: string;
    /**
     * Types of events, or beginnings of types with `*` (`orders.order.*`, `*`).
     */
    types: Array<string>;
    /**
     * `thin` (default): the event. `full`: also `data.record`, the record at the moment of sending, or null if it is deleted.
     */
    payload?: WebhookPayload;
    /**
     * `active` by default. In any other status nothing is sent.
     */
    status?: WebhookStatus;
    description?: string | null;
};

export type WebhooksUpdateBody = {
    /**
     * The URL for deliveries: https, with a host on the public internet.
     */
    url?: string;
    /**
     * Types of events, or beginnings of types with `*` (`orders.order.*`, `*`).
     */
    types?: Array<string>;
    /**
     * `thin` (default): the event. `full`: also `data.record`, the record at the moment of sending, or null if it is deleted.
     */
    payload?: WebhookPayload;
    /**
     * `active` by default. In any other status nothing is sent.
     */
    status?: WebhookStatus;
    description?: string | null;
};

export type WebhooksReplayBody = {
    /**
     * A cursor of `/api/admin/events`, or a time: a day or ISO 8601. `0`: the oldest kept events.
     */
    after: string;
};

/**
 * Language of messages and of `name` and `description`: `en` (default) or `ar`.
 */
export type AcceptLanguage = string;

/**
 * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
 */
export type RequestId = string;

/**
 * The ETag of an earlier response: 304 if nothing has changed.
 */
export type IfNoneMatch = string;

/**
 * The ETag that you last read: 412 if the record has changed since.
 */
export type IfMatch = string;

/**
 * A retry with the same key and body gets the outcome of the first request, for 24 hours.
 */
export type IdempotencyKey = string;

/**
 * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
 */
export type Prefer = string;

/**
 * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
 */
export type Paginate2 = Paginate;

/**
 * Page number, only with `paginate=true`. A page past the last is empty.
 */
export type Page = number;

/**
 * Records per page, for numbered pages and pages with cursors.
 */
export type PerPage = number;

/**
 * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
 */
export type Cursor = string;

/**
 * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
 */
export type Format = ExportFormat;

/**
 * Only for spreadsheets: a row for each record (`records`), or for each line of an order (`items`), whose columns are named `items.amount` and so on.
 */
export type Rows = ExportRows;

export type AdminSubscriptionsListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Case-insensitive partial match over price, is_active, created_at, name, description.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, price, is_active, created_at, name, description.
         */
        sort?: string;
        /**
         * Narrows by `price`.
         */
        'filters[price]'?: number;
        /**
         * No less than this `price`.
         */
        'filters[price][from]'?: number;
        /**
         * No more than this `price`.
         */
        'filters[price][to]'?: number;
        /**
         * Narrows by `is_active`.
         */
        'filters[is_active]'?: boolean;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * Narrows by `name`.
         */
        'filters[name]'?: string;
        /**
         * Narrows by `description`.
         */
        'filters[description]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
        /**
         * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a file in their order, separated by commas.
         */
        fields?: string;
    };
    url: '/api/admin/subscriptions';
};

export type AdminSubscriptionsListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminSubscriptionsListError = AdminSubscriptionsListErrors[keyof AdminSubscriptionsListErrors];

export type AdminSubscriptionsListResponses = {
    /**
     * OK
     */
    200: SubscriptionListAnswer;
};

export type AdminSubscriptionsListResponse = AdminSubscriptionsListResponses[keyof AdminSubscriptionsListResponses];

export type AdminSubscriptionsCreateData = {
    body: SubscriptionsCreateBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/admin/subscriptions';
};

export type AdminSubscriptionsCreateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminSubscriptionsCreateError = AdminSubscriptionsCreateErrors[keyof AdminSubscriptionsCreateErrors];

export type AdminSubscriptionsCreateResponses = {
    /**
     * Created
     */
    201: SubscriptionAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminSubscriptionsCreateResponse = AdminSubscriptionsCreateResponses[keyof AdminSubscriptionsCreateResponses];

export type AdminSubscriptionsDeleteData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the subscription.
         */
        subscription: number;
    };
    query?: never;
    url: '/api/admin/subscriptions/{subscription}';
};

export type AdminSubscriptionsDeleteErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminSubscriptionsDeleteError = AdminSubscriptionsDeleteErrors[keyof AdminSubscriptionsDeleteErrors];

export type AdminSubscriptionsDeleteResponses = {
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
    /**
     * Done.
     */
    204: void;
};

export type AdminSubscriptionsDeleteResponse = AdminSubscriptionsDeleteResponses[keyof AdminSubscriptionsDeleteResponses];

export type AdminSubscriptionsReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the subscription.
         */
        subscription: number;
    };
    query?: never;
    url: '/api/admin/subscriptions/{subscription}';
};

export type AdminSubscriptionsReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminSubscriptionsReadError = AdminSubscriptionsReadErrors[keyof AdminSubscriptionsReadErrors];

export type AdminSubscriptionsReadResponses = {
    /**
     * OK
     */
    200: SubscriptionAnswer;
};

export type AdminSubscriptionsReadResponse = AdminSubscriptionsReadResponses[keyof AdminSubscriptionsReadResponses];

export type AdminSubscriptionsUpdateData = {
    body?: SubscriptionsUpdateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the subscription.
         */
        subscription: number;
    };
    query?: never;
    url: '/api/admin/subscriptions/{subscription}';
};

export type AdminSubscriptionsUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminSubscriptionsUpdateError = AdminSubscriptionsUpdateErrors[keyof AdminSubscriptionsUpdateErrors];

export type AdminSubscriptionsUpdateResponses = {
    /**
     * OK
     */
    200: SubscriptionAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminSubscriptionsUpdateResponse = AdminSubscriptionsUpdateResponses[keyof AdminSubscriptionsUpdateResponses];

export type AdminSubscriptionsTimelineData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the subscription.
         */
        subscription: number;
    };
    query?: {
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
    };
    url: '/api/admin/subscriptions/{subscription}/timeline';
};

export type AdminSubscriptionsTimelineErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminSubscriptionsTimelineError = AdminSubscriptionsTimelineErrors[keyof AdminSubscriptionsTimelineErrors];

export type AdminSubscriptionsTimelineResponses = {
    /**
     * OK
     */
    200: TimelineEntryCursorPage;
};

export type AdminSubscriptionsTimelineResponse = AdminSubscriptionsTimelineResponses[keyof AdminSubscriptionsTimelineResponses];

export type ShopSubscriptionsListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Case-insensitive partial match over price, is_active, created_at, name, description.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, price, is_active, created_at, name, description.
         */
        sort?: string;
        /**
         * Narrows by `price`.
         */
        'filters[price]'?: number;
        /**
         * No less than this `price`.
         */
        'filters[price][from]'?: number;
        /**
         * No more than this `price`.
         */
        'filters[price][to]'?: number;
        /**
         * Narrows by `is_active`.
         */
        'filters[is_active]'?: boolean;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * Narrows by `name`.
         */
        'filters[name]'?: string;
        /**
         * Narrows by `description`.
         */
        'filters[description]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
    };
    url: '/api/client/subscriptions';
};

export type ShopSubscriptionsListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type ShopSubscriptionsListError = ShopSubscriptionsListErrors[keyof ShopSubscriptionsListErrors];

export type ShopSubscriptionsListResponses = {
    /**
     * OK
     */
    200: SubscriptionListAnswer;
};

export type ShopSubscriptionsListResponse = ShopSubscriptionsListResponses[keyof ShopSubscriptionsListResponses];

export type ShopSubscriptionsReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the subscription.
         */
        subscription: number;
    };
    query?: never;
    url: '/api/client/subscriptions/{subscription}';
};

export type ShopSubscriptionsReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type ShopSubscriptionsReadError = ShopSubscriptionsReadErrors[keyof ShopSubscriptionsReadErrors];

export type ShopSubscriptionsReadResponses = {
    /**
     * OK
     */
    200: SubscriptionAnswer;
};

export type ShopSubscriptionsReadResponse = ShopSubscriptionsReadResponses[keyof ShopSubscriptionsReadResponses];

export type AdminProductsListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Case-insensitive partial match over price, is_active, created_at, name, description, sku, external_id.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, price, is_active, created_at, name, description, sku, external_id.
         */
        sort?: string;
        /**
         * Narrows by `price`.
         */
        'filters[price]'?: number;
        /**
         * No less than this `price`.
         */
        'filters[price][from]'?: number;
        /**
         * No more than this `price`.
         */
        'filters[price][to]'?: number;
        /**
         * Narrows by `is_active`.
         */
        'filters[is_active]'?: boolean;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * Narrows by `name`.
         */
        'filters[name]'?: string;
        /**
         * Narrows by `description`.
         */
        'filters[description]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
        /**
         * Narrows by `sku`.
         */
        'filters[sku]'?: string;
        /**
         * Narrows by `external_id`.
         */
        'filters[external_id]'?: string;
        /**
         * `1`: products with units left, or not counted; `0`: sold-out products.
         */
        'filters[in_stock]'?: boolean;
        /**
         * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a file in their order, separated by commas.
         */
        fields?: string;
    };
    url: '/api/admin/products';
};

export type AdminProductsListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminProductsListError = AdminProductsListErrors[keyof AdminProductsListErrors];

export type AdminProductsListResponses = {
    /**
     * OK
     */
    200: ProductListAnswer;
};

export type AdminProductsListResponse = AdminProductsListResponses[keyof AdminProductsListResponses];

export type AdminProductsCreateData = {
    body: ProductsCreateBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/admin/products';
};

export type AdminProductsCreateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminProductsCreateError = AdminProductsCreateErrors[keyof AdminProductsCreateErrors];

export type AdminProductsCreateResponses = {
    /**
     * Created
     */
    201: ProductAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminProductsCreateResponse = AdminProductsCreateResponses[keyof AdminProductsCreateResponses];

export type AdminProductsDeleteData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the product.
         */
        product: number;
    };
    query?: never;
    url: '/api/admin/products/{product}';
};

export type AdminProductsDeleteErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminProductsDeleteError = AdminProductsDeleteErrors[keyof AdminProductsDeleteErrors];

export type AdminProductsDeleteResponses = {
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
    /**
     * Done.
     */
    204: void;
};

export type AdminProductsDeleteResponse = AdminProductsDeleteResponses[keyof AdminProductsDeleteResponses];

export type AdminProductsReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the product.
         */
        product: number;
    };
    query?: never;
    url: '/api/admin/products/{product}';
};

export type AdminProductsReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminProductsReadError = AdminProductsReadErrors[keyof AdminProductsReadErrors];

export type AdminProductsReadResponses = {
    /**
     * OK
     */
    200: ProductAnswer;
};

export type AdminProductsReadResponse = AdminProductsReadResponses[keyof AdminProductsReadResponses];

export type AdminProductsUpdateData = {
    body?: ProductsUpdateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the product.
         */
        product: number;
    };
    query?: never;
    url: '/api/admin/products/{product}';
};

export type AdminProductsUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminProductsUpdateError = AdminProductsUpdateErrors[keyof AdminProductsUpdateErrors];

export type AdminProductsUpdateResponses = {
    /**
     * OK
     */
    200: ProductAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminProductsUpdateResponse = AdminProductsUpdateResponses[keyof AdminProductsUpdateResponses];

export type AdminProductsTimelineData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the product.
         */
        product: number;
    };
    query?: {
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
    };
    url: '/api/admin/products/{product}/timeline';
};

export type AdminProductsTimelineErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminProductsTimelineError = AdminProductsTimelineErrors[keyof AdminProductsTimelineErrors];

export type AdminProductsTimelineResponses = {
    /**
     * OK
     */
    200: TimelineEntryCursorPage;
};

export type AdminProductsTimelineResponse = AdminProductsTimelineResponses[keyof AdminProductsTimelineResponses];

export type ShopProductsListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Case-insensitive partial match over price, is_active, created_at, name, description, sku, external_id.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, price, is_active, created_at, name, description, sku, external_id.
         */
        sort?: string;
        /**
         * Narrows by `price`.
         */
        'filters[price]'?: number;
        /**
         * No less than this `price`.
         */
        'filters[price][from]'?: number;
        /**
         * No more than this `price`.
         */
        'filters[price][to]'?: number;
        /**
         * Narrows by `is_active`.
         */
        'filters[is_active]'?: boolean;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * Narrows by `name`.
         */
        'filters[name]'?: string;
        /**
         * Narrows by `description`.
         */
        'filters[description]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
        /**
         * Narrows by `sku`.
         */
        'filters[sku]'?: string;
        /**
         * Narrows by `external_id`.
         */
        'filters[external_id]'?: string;
        /**
         * `1`: products with units left, or not counted; `0`: sold-out products.
         */
        'filters[in_stock]'?: boolean;
    };
    url: '/api/client/products';
};

export type ShopProductsListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type ShopProductsListError = ShopProductsListErrors[keyof ShopProductsListErrors];

export type ShopProductsListResponses = {
    /**
     * OK
     */
    200: ClientProductListAnswer;
};

export type ShopProductsListResponse = ShopProductsListResponses[keyof ShopProductsListResponses];

export type ShopProductsReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the product.
         */
        product: number;
    };
    query?: never;
    url: '/api/client/products/{product}';
};

export type ShopProductsReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type ShopProductsReadError = ShopProductsReadErrors[keyof ShopProductsReadErrors];

export type ShopProductsReadResponses = {
    /**
     * OK
     */
    200: ClientProductAnswer;
};

export type ShopProductsReadResponse = ShopProductsReadResponses[keyof ShopProductsReadResponses];

export type AdminSubscriptionsBulkUpdateData = {
    body: SubscriptionsBulkUpdateBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Rehearse: the same response, but nothing is changed.
         */
        dry_run?: boolean;
    };
    url: '/api/admin/subscriptions/bulk-update';
};

export type AdminSubscriptionsBulkUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     *
     * `work_lost`: The store no longer knows the remaining records of a bulk operation. Changes that were made stay.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminSubscriptionsBulkUpdateError = AdminSubscriptionsBulkUpdateErrors[keyof AdminSubscriptionsBulkUpdateErrors];

export type AdminSubscriptionsBulkUpdateResponses = {
    /**
     * Finished: the operation with its counts.
     */
    200: BulkOperationAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: BulkOperationAnswer;
};

export type AdminSubscriptionsBulkUpdateResponse = AdminSubscriptionsBulkUpdateResponses[keyof AdminSubscriptionsBulkUpdateResponses];

export type AdminSubscriptionsBulkDeleteData = {
    body: SubscriptionsBulkDeleteBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Rehearse: the same response, but nothing is changed.
         */
        dry_run?: boolean;
    };
    url: '/api/admin/subscriptions/bulk-delete';
};

export type AdminSubscriptionsBulkDeleteErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     *
     * `work_lost`: The store no longer knows the remaining records of a bulk operation. Changes that were made stay.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminSubscriptionsBulkDeleteError = AdminSubscriptionsBulkDeleteErrors[keyof AdminSubscriptionsBulkDeleteErrors];

export type AdminSubscriptionsBulkDeleteResponses = {
    /**
     * Finished: the operation with its counts.
     */
    200: BulkOperationAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: BulkOperationAnswer;
};

export type AdminSubscriptionsBulkDeleteResponse = AdminSubscriptionsBulkDeleteResponses[keyof AdminSubscriptionsBulkDeleteResponses];

export type AdminProductsUpsertData = {
    body?: ProductsUpsertBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * The product’s id in another system. No other product has it.
         */
        external_id: string;
    };
    query?: never;
    url: '/api/admin/products/by-external-id/{external_id}';
};

export type AdminProductsUpsertErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminProductsUpsertError = AdminProductsUpsertErrors[keyof AdminProductsUpsertErrors];

export type AdminProductsUpsertResponses = {
    /**
     * OK
     */
    200: ProductAnswer;
    /**
     * Created
     */
    201: ProductAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminProductsUpsertResponse = AdminProductsUpsertResponses[keyof AdminProductsUpsertResponses];

export type AdminProductsBulkUpdateData = {
    body: ProductsBulkUpdateBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Rehearse: the same response, but nothing is changed.
         */
        dry_run?: boolean;
    };
    url: '/api/admin/products/bulk-update';
};

export type AdminProductsBulkUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     *
     * `work_lost`: The store no longer knows the remaining records of a bulk operation. Changes that were made stay.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminProductsBulkUpdateError = AdminProductsBulkUpdateErrors[keyof AdminProductsBulkUpdateErrors];

export type AdminProductsBulkUpdateResponses = {
    /**
     * Finished: the operation with its counts.
     */
    200: BulkOperationAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: BulkOperationAnswer;
};

export type AdminProductsBulkUpdateResponse = AdminProductsBulkUpdateResponses[keyof AdminProductsBulkUpdateResponses];

export type AdminProductsBulkDeleteData = {
    body: ProductsBulkDeleteBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Rehearse: the same response, but nothing is changed.
         */
        dry_run?: boolean;
    };
    url: '/api/admin/products/bulk-delete';
};

export type AdminProductsBulkDeleteErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     *
     * `work_lost`: The store no longer knows the remaining records of a bulk operation. Changes that were made stay.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminProductsBulkDeleteError = AdminProductsBulkDeleteErrors[keyof AdminProductsBulkDeleteErrors];

export type AdminProductsBulkDeleteResponses = {
    /**
     * Finished: the operation with its counts.
     */
    200: BulkOperationAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: BulkOperationAnswer;
};

export type AdminProductsBulkDeleteResponse = AdminProductsBulkDeleteResponses[keyof AdminProductsBulkDeleteResponses];

export type AdminOrdersListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Case-insensitive partial match over user_id, address_id, order_number, status, payment_method, created_at, updated_at.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, user_id, address_id, order_number, status, payment_method, created_at, updated_at, total.
         */
        sort?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[user_id]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[address_id]'?: string;
        /**
         * Ignores case, spaces, `#` and marks of direction, and also dashes in a number that the service made.
         */
        'filters[order_number]'?: string;
        /**
         * 1: pending, confirmed, preparing, shipped, delivered. 0: rejected, cancelled, returned. Or names of states, separated by commas.
         */
        'filters[status]'?: string;
        /**
         * 1 cash on delivery, 2 card, 3 wallet, 4 bank transfer. Several separated by commas, at most 200.
         */
        'filters[payment_method]'?: string;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * Narrows to one day of `updated_at`, in the store’s time zone.
         */
        'filters[updated_at]'?: string;
        /**
         * No earlier `updated_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[updated_at][from]'?: string;
        /**
         * No later `updated_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[updated_at][to]'?: string;
        /**
         * Narrows by `total`.
         */
        'filters[total]'?: number;
        /**
         * No less than this `total`.
         */
        'filters[total][from]'?: number;
        /**
         * No more than this `total`.
         */
        'filters[total][to]'?: number;
        /**
         * unpaid, authorised, part_paid, paid, overpaid, part_refunded, refunded. Several separated by commas.
         */
        'filters[payment_status]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[product_id]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
        /**
         * Partial match over name, e-mail and phone of the customer as they are now, and over name, street, city and phone on the order. Three or more digits match anywhere in a phone’s digits; nine or more by their last eight.
         */
        'filters[customer]'?: string;
        /**
         * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a file in their order, separated by commas. Columns of lines, `items.…`, need `rows=items`.
         */
        fields?: string;
        /**
         * Only for spreadsheets: a row for each record (`records`), or for each line of an order (`items`), whose columns are named `items.amount` and so on.
         */
        rows?: ExportRows;
    };
    url: '/api/admin/orders';
};

export type AdminOrdersListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminOrdersListError = AdminOrdersListErrors[keyof AdminOrdersListErrors];

export type AdminOrdersListResponses = {
    /**
     * OK
     */
    200: OrderListAnswer;
};

export type AdminOrdersListResponse = AdminOrdersListResponses[keyof AdminOrdersListResponses];

export type AdminOrdersCreateData = {
    body: OrdersCreateBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Rehearse: the same response, but nothing is changed.
         */
        dry_run?: boolean;
    };
    url: '/api/admin/orders';
};

export type AdminOrdersCreateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `out_of_stock`: Too few units are left. `products` has the requested and the available units.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminOrdersCreateError = AdminOrdersCreateErrors[keyof AdminOrdersCreateErrors];

export type AdminOrdersCreateResponses = {
    /**
     * Created
     */
    201: OrderAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
    /**
     * 200, with `dry_run`: the record as it would be. Nothing was changed.
     */
    '2XX': RehearsedAdminOrderAnswer;
};

export type AdminOrdersCreateResponse = AdminOrdersCreateResponses[keyof AdminOrdersCreateResponses];

export type AdminOrdersDeleteData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
    };
    query?: never;
    url: '/api/admin/orders/{order}';
};

export type AdminOrdersDeleteErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminOrdersDeleteError = AdminOrdersDeleteErrors[keyof AdminOrdersDeleteErrors];

export type AdminOrdersDeleteResponses = {
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
    /**
     * Done.
     */
    204: void;
};

export type AdminOrdersDeleteResponse = AdminOrdersDeleteResponses[keyof AdminOrdersDeleteResponses];

export type AdminOrdersReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
    };
    query?: never;
    url: '/api/admin/orders/{order}';
};

export type AdminOrdersReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminOrdersReadError = AdminOrdersReadErrors[keyof AdminOrdersReadErrors];

export type AdminOrdersReadResponses = {
    /**
     * OK
     */
    200: OrderAnswer;
};

export type AdminOrdersReadResponse = AdminOrdersReadResponses[keyof AdminOrdersReadResponses];

export type AdminOrdersUpdateData = {
    body?: OrdersUpdateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
    };
    query?: never;
    url: '/api/admin/orders/{order}';
};

export type AdminOrdersUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `illegal_transition`: The order, payment or return cannot change from its state to the requested one, or its state does not allow the request. `allowed` has the states to which it can move, or in which the request is possible.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminOrdersUpdateError = AdminOrdersUpdateErrors[keyof AdminOrdersUpdateErrors];

export type AdminOrdersUpdateResponses = {
    /**
     * OK
     */
    200: OrderAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminOrdersUpdateResponse = AdminOrdersUpdateResponses[keyof AdminOrdersUpdateResponses];

export type AdminOrdersTimelineData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
    };
    query?: {
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
    };
    url: '/api/admin/orders/{order}/timeline';
};

export type AdminOrdersTimelineErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminOrdersTimelineError = AdminOrdersTimelineErrors[keyof AdminOrdersTimelineErrors];

export type AdminOrdersTimelineResponses = {
    /**
     * OK
     */
    200: TimelineEntryCursorPage;
};

export type AdminOrdersTimelineResponse = AdminOrdersTimelineResponses[keyof AdminOrdersTimelineResponses];

export type ShopOrdersListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Case-insensitive partial match over user_id, address_id, order_number, status, payment_method, created_at, updated_at.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, user_id, address_id, order_number, status, payment_method, created_at, updated_at, total.
         */
        sort?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[user_id]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[address_id]'?: string;
        /**
         * Ignores case, spaces, `#` and marks of direction, and also dashes in a number that the service made.
         */
        'filters[order_number]'?: string;
        /**
         * 1: pending, confirmed, preparing, shipped, delivered. 0: rejected, cancelled, returned. Or names of states, separated by commas.
         */
        'filters[status]'?: string;
        /**
         * 1 cash on delivery, 2 card, 3 wallet, 4 bank transfer. Several separated by commas, at most 200.
         */
        'filters[payment_method]'?: string;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * Narrows to one day of `updated_at`, in the store’s time zone.
         */
        'filters[updated_at]'?: string;
        /**
         * No earlier `updated_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[updated_at][from]'?: string;
        /**
         * No later `updated_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[updated_at][to]'?: string;
        /**
         * Narrows by `total`.
         */
        'filters[total]'?: number;
        /**
         * No less than this `total`.
         */
        'filters[total][from]'?: number;
        /**
         * No more than this `total`.
         */
        'filters[total][to]'?: number;
        /**
         * unpaid, authorised, part_paid, paid, overpaid, part_refunded, refunded. Several separated by commas.
         */
        'filters[payment_status]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[product_id]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
        /**
         * Partial match over name, e-mail and phone of the customer as they are now, and over name, street, city and phone on the order. Three or more digits match anywhere in a phone’s digits; nine or more by their last eight.
         */
        'filters[customer]'?: string;
    };
    url: '/api/client/orders';
};

export type ShopOrdersListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type ShopOrdersListError = ShopOrdersListErrors[keyof ShopOrdersListErrors];

export type ShopOrdersListResponses = {
    /**
     * OK
     */
    200: ClientOrderListAnswer;
};

export type ShopOrdersListResponse = ShopOrdersListResponses[keyof ShopOrdersListResponses];

export type ShopOrdersReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
    };
    query?: never;
    url: '/api/client/orders/{order}';
};

export type ShopOrdersReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type ShopOrdersReadError = ShopOrdersReadErrors[keyof ShopOrdersReadErrors];

export type ShopOrdersReadResponses = {
    /**
     * OK
     */
    200: ClientOrderAnswer;
};

export type ShopOrdersReadResponse = ShopOrdersReadResponses[keyof ShopOrdersReadResponses];

export type AdminOrderItemsListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Case-insensitive partial match over id, order_id, product_id, product names.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, order_id, product_id, created_at.
         */
        sort?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[order_id]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[product_id]'?: string;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
        /**
         * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a file in their order, separated by commas.
         */
        fields?: string;
    };
    url: '/api/admin/profile/order-items';
};

export type AdminOrderItemsListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminOrderItemsListError = AdminOrderItemsListErrors[keyof AdminOrderItemsListErrors];

export type AdminOrderItemsListResponses = {
    /**
     * OK
     */
    200: OrderItemListAnswer;
};

export type AdminOrderItemsListResponse = AdminOrderItemsListResponses[keyof AdminOrderItemsListResponses];

export type AdminOrderItemsCreateData = {
    body: OrderItemsCreateBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/admin/profile/order-items';
};

export type AdminOrderItemsCreateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `out_of_stock`: Too few units are left. `products` has the requested and the available units.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminOrderItemsCreateError = AdminOrderItemsCreateErrors[keyof AdminOrderItemsCreateErrors];

export type AdminOrderItemsCreateResponses = {
    /**
     * Created
     */
    201: OrderItemAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminOrderItemsCreateResponse = AdminOrderItemsCreateResponses[keyof AdminOrderItemsCreateResponses];

export type AdminOrderItemsDeleteData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order item.
         */
        order_item: number;
    };
    query?: never;
    url: '/api/admin/profile/order-items/{order_item}';
};

export type AdminOrderItemsDeleteErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminOrderItemsDeleteError = AdminOrderItemsDeleteErrors[keyof AdminOrderItemsDeleteErrors];

export type AdminOrderItemsDeleteResponses = {
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
    /**
     * Done.
     */
    204: void;
};

export type AdminOrderItemsDeleteResponse = AdminOrderItemsDeleteResponses[keyof AdminOrderItemsDeleteResponses];

export type AdminOrderItemsReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order item.
         */
        order_item: number;
    };
    query?: never;
    url: '/api/admin/profile/order-items/{order_item}';
};

export type AdminOrderItemsReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminOrderItemsReadError = AdminOrderItemsReadErrors[keyof AdminOrderItemsReadErrors];

export type AdminOrderItemsReadResponses = {
    /**
     * OK
     */
    200: OrderItemAnswer;
};

export type AdminOrderItemsReadResponse = AdminOrderItemsReadResponses[keyof AdminOrderItemsReadResponses];

export type AdminOrderItemsUpdateData = {
    body?: OrderItemsUpdateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order item.
         */
        order_item: number;
    };
    query?: never;
    url: '/api/admin/profile/order-items/{order_item}';
};

export type AdminOrderItemsUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `out_of_stock`: Too few units are left. `products` has the requested and the available units.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminOrderItemsUpdateError = AdminOrderItemsUpdateErrors[keyof AdminOrderItemsUpdateErrors];

export type AdminOrderItemsUpdateResponses = {
    /**
     * OK
     */
    200: OrderItemAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminOrderItemsUpdateResponse = AdminOrderItemsUpdateResponses[keyof AdminOrderItemsUpdateResponses];

export type AdminPaymentsListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Case-insensitive partial match over order_id, reference.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, order_id, provider, method, state, created_at.
         */
        sort?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[order_id]'?: string;
        /**
         * manual. Several separated by commas.
         */
        'filters[provider]'?: string;
        /**
         * 1 cash on delivery, 2 card, 3 wallet, 4 bank transfer. Several separated by commas, at most 200.
         */
        'filters[method]'?: string;
        /**
         * authorised, captured, part_refunded, refunded, voided. Several separated by commas.
         */
        'filters[state]'?: string;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
        /**
         * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a file in their order, separated by commas.
         */
        fields?: string;
    };
    url: '/api/admin/payments';
};

export type AdminPaymentsListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminPaymentsListError = AdminPaymentsListErrors[keyof AdminPaymentsListErrors];

export type AdminPaymentsListResponses = {
    /**
     * OK
     */
    200: PaymentListAnswer;
};

export type AdminPaymentsListResponse = AdminPaymentsListResponses[keyof AdminPaymentsListResponses];

export type AdminPaymentsReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the payment.
         */
        payment: number;
    };
    query?: never;
    url: '/api/admin/payments/{payment}';
};

export type AdminPaymentsReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminPaymentsReadError = AdminPaymentsReadErrors[keyof AdminPaymentsReadErrors];

export type AdminPaymentsReadResponses = {
    /**
     * OK
     */
    200: PaymentAnswer;
};

export type AdminPaymentsReadResponse = AdminPaymentsReadResponses[keyof AdminPaymentsReadResponses];

export type AdminPaymentsTimelineData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the payment.
         */
        payment: number;
    };
    query?: {
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
    };
    url: '/api/admin/payments/{payment}/timeline';
};

export type AdminPaymentsTimelineErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminPaymentsTimelineError = AdminPaymentsTimelineErrors[keyof AdminPaymentsTimelineErrors];

export type AdminPaymentsTimelineResponses = {
    /**
     * OK
     */
    200: TimelineEntryCursorPage;
};

export type AdminPaymentsTimelineResponse = AdminPaymentsTimelineResponses[keyof AdminPaymentsTimelineResponses];

export type AdminPaymentsOfOrderData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
    };
    query?: {
        /**
         * Case-insensitive partial match over order_id, reference.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, order_id, provider, method, state, created_at.
         */
        sort?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[order_id]'?: string;
        /**
         * manual. Several separated by commas.
         */
        'filters[provider]'?: string;
        /**
         * 1 cash on delivery, 2 card, 3 wallet, 4 bank transfer. Several separated by commas, at most 200.
         */
        'filters[method]'?: string;
        /**
         * authorised, captured, part_refunded, refunded, voided. Several separated by commas.
         */
        'filters[state]'?: string;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
        /**
         * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a file in their order, separated by commas.
         */
        fields?: string;
    };
    url: '/api/admin/orders/{order}/payments';
};

export type AdminPaymentsOfOrderErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminPaymentsOfOrderError = AdminPaymentsOfOrderErrors[keyof AdminPaymentsOfOrderErrors];

export type AdminPaymentsOfOrderResponses = {
    /**
     * OK
     */
    200: PaymentListAnswer;
};

export type AdminPaymentsOfOrderResponse = AdminPaymentsOfOrderResponses[keyof AdminPaymentsOfOrderResponses];

export type AdminPaymentsCreateData = {
    body?: PaymentsCreateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
    };
    query?: never;
    url: '/api/admin/orders/{order}/payments';
};

export type AdminPaymentsCreateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminPaymentsCreateError = AdminPaymentsCreateErrors[keyof AdminPaymentsCreateErrors];

export type AdminPaymentsCreateResponses = {
    /**
     * Created
     */
    201: PaymentAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminPaymentsCreateResponse = AdminPaymentsCreateResponses[keyof AdminPaymentsCreateResponses];

export type AdminReturnsListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Case-insensitive partial match over order_id.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, order_id, status, created_at.
         */
        sort?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[order_id]'?: string;
        /**
         * requested, approved, received, closed, refused, withdrawn. Several separated by commas.
         */
        'filters[status]'?: string;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
        /**
         * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a file in their order, separated by commas.
         */
        fields?: string;
    };
    url: '/api/admin/returns';
};

export type AdminReturnsListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminReturnsListError = AdminReturnsListErrors[keyof AdminReturnsListErrors];

export type AdminReturnsListResponses = {
    /**
     * OK
     */
    200: ReturnListAnswer;
};

export type AdminReturnsListResponse = AdminReturnsListResponses[keyof AdminReturnsListResponses];

export type AdminReturnsReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the return.
         */
        return: number;
    };
    query?: never;
    url: '/api/admin/returns/{return}';
};

export type AdminReturnsReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminReturnsReadError = AdminReturnsReadErrors[keyof AdminReturnsReadErrors];

export type AdminReturnsReadResponses = {
    /**
     * OK
     */
    200: ReturnAnswer;
};

export type AdminReturnsReadResponse = AdminReturnsReadResponses[keyof AdminReturnsReadResponses];

export type AdminReturnsUpdateData = {
    body?: ReturnsUpdateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the return.
         */
        return: number;
    };
    query?: {
        /**
         * Rehearse: the same response, but nothing is changed.
         */
        dry_run?: boolean;
    };
    url: '/api/admin/returns/{return}';
};

export type AdminReturnsUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `illegal_transition`: The order, payment or return cannot change from its state to the requested one, or its state does not allow the request. `allowed` has the states to which it can move, or in which the request is possible.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminReturnsUpdateError = AdminReturnsUpdateErrors[keyof AdminReturnsUpdateErrors];

export type AdminReturnsUpdateResponses = {
    /**
     * OK
     */
    200: ReturnAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminReturnsUpdateResponse = AdminReturnsUpdateResponses[keyof AdminReturnsUpdateResponses];

export type AdminReturnsTimelineData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the return.
         */
        return: number;
    };
    query?: {
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
    };
    url: '/api/admin/returns/{return}/timeline';
};

export type AdminReturnsTimelineErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminReturnsTimelineError = AdminReturnsTimelineErrors[keyof AdminReturnsTimelineErrors];

export type AdminReturnsTimelineResponses = {
    /**
     * OK
     */
    200: TimelineEntryCursorPage;
};

export type AdminReturnsTimelineResponse = AdminReturnsTimelineResponses[keyof AdminReturnsTimelineResponses];

export type AdminReturnsOfOrderData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
    };
    query?: {
        /**
         * Case-insensitive partial match over order_id.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, order_id, status, created_at.
         */
        sort?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[order_id]'?: string;
        /**
         * requested, approved, received, closed, refused, withdrawn. Several separated by commas.
         */
        'filters[status]'?: string;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
        /**
         * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a file in their order, separated by commas.
         */
        fields?: string;
    };
    url: '/api/admin/orders/{order}/returns';
};

export type AdminReturnsOfOrderErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminReturnsOfOrderError = AdminReturnsOfOrderErrors[keyof AdminReturnsOfOrderErrors];

export type AdminReturnsOfOrderResponses = {
    /**
     * OK
     */
    200: ReturnListAnswer;
};

export type AdminReturnsOfOrderResponse = AdminReturnsOfOrderResponses[keyof AdminReturnsOfOrderResponses];

export type AdminReturnsCreateData = {
    body: ReturnsCreateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
    };
    query?: never;
    url: '/api/admin/orders/{order}/returns';
};

export type AdminReturnsCreateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `illegal_transition`: The order, payment or return cannot change from its state to the requested one, or its state does not allow the request. `allowed` has the states to which it can move, or in which the request is possible.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminReturnsCreateError = AdminReturnsCreateErrors[keyof AdminReturnsCreateErrors];

export type AdminReturnsCreateResponses = {
    /**
     * Created
     */
    201: ReturnAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminReturnsCreateResponse = AdminReturnsCreateResponses[keyof AdminReturnsCreateResponses];

export type ShopReturnsListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
    };
    query?: {
        /**
         * Case-insensitive partial match over order_id.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, order_id, status, created_at.
         */
        sort?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[order_id]'?: string;
        /**
         * requested, approved, received, closed, refused, withdrawn. Several separated by commas.
         */
        'filters[status]'?: string;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
    };
    url: '/api/client/orders/{order}/returns';
};

export type ShopReturnsListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type ShopReturnsListError = ShopReturnsListErrors[keyof ShopReturnsListErrors];

export type ShopReturnsListResponses = {
    /**
     * OK
     */
    200: ClientReturnListAnswer;
};

export type ShopReturnsListResponse = ShopReturnsListResponses[keyof ShopReturnsListResponses];

export type ShopReturnsCreateData = {
    body: OwnReturnsCreateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
    };
    query?: never;
    url: '/api/client/orders/{order}/returns';
};

export type ShopReturnsCreateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `illegal_transition`: The order, payment or return cannot change from its state to the requested one, or its state does not allow the request. `allowed` has the states to which it can move, or in which the request is possible.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type ShopReturnsCreateError = ShopReturnsCreateErrors[keyof ShopReturnsCreateErrors];

export type ShopReturnsCreateResponses = {
    /**
     * Created
     */
    201: ClientReturnAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type ShopReturnsCreateResponse = ShopReturnsCreateResponses[keyof ShopReturnsCreateResponses];

export type ShopReturnsReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
        /**
         * Id of the return.
         */
        return: number;
    };
    query?: never;
    url: '/api/client/orders/{order}/returns/{return}';
};

export type ShopReturnsReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type ShopReturnsReadError = ShopReturnsReadErrors[keyof ShopReturnsReadErrors];

export type ShopReturnsReadResponses = {
    /**
     * OK
     */
    200: ClientReturnAnswer;
};

export type ShopReturnsReadResponse = ShopReturnsReadResponses[keyof ShopReturnsReadResponses];

export type AdminUsersListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Case-insensitive partial match over name, email, phone, created_at.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, name, email, phone, created_at.
         */
        sort?: string;
        /**
         * Narrows by `name`.
         */
        'filters[name]'?: string;
        /**
         * Narrows by `email`.
         */
        'filters[email]'?: string;
        /**
         * Narrows by `phone`.
         */
        'filters[phone]'?: string;
        /**
         * Narrows by `external_id`.
         */
        'filters[external_id]'?: string;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
        /**
         * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a file in their order, separated by commas.
         */
        fields?: string;
    };
    url: '/api/admin/users';
};

export type AdminUsersListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminUsersListError = AdminUsersListErrors[keyof AdminUsersListErrors];

export type AdminUsersListResponses = {
    /**
     * OK
     */
    200: UserListAnswer;
};

export type AdminUsersListResponse = AdminUsersListResponses[keyof AdminUsersListResponses];

export type AdminUsersCreateData = {
    body: UsersCreateBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/admin/users';
};

export type AdminUsersCreateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminUsersCreateError = AdminUsersCreateErrors[keyof AdminUsersCreateErrors];

export type AdminUsersCreateResponses = {
    /**
     * Created
     */
    201: UserAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminUsersCreateResponse = AdminUsersCreateResponses[keyof AdminUsersCreateResponses];

export type AdminUsersDeleteData = {
    body?: UsersDeleteBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the user.
         */
        user: number;
    };
    query?: never;
    url: '/api/admin/users/{user}';
};

export type AdminUsersDeleteErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminUsersDeleteError = AdminUsersDeleteErrors[keyof AdminUsersDeleteErrors];

export type AdminUsersDeleteResponses = {
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
    /**
     * Done.
     */
    204: void;
};

export type AdminUsersDeleteResponse = AdminUsersDeleteResponses[keyof AdminUsersDeleteResponses];

export type AdminUsersReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the user.
         */
        user: number;
    };
    query?: never;
    url: '/api/admin/users/{user}';
};

export type AdminUsersReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminUsersReadError = AdminUsersReadErrors[keyof AdminUsersReadErrors];

export type AdminUsersReadResponses = {
    /**
     * OK
     */
    200: UserAnswer;
};

export type AdminUsersReadResponse = AdminUsersReadResponses[keyof AdminUsersReadResponses];

export type AdminUsersUpdateData = {
    body?: UsersUpdateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the user.
         */
        user: number;
    };
    query?: never;
    url: '/api/admin/users/{user}';
};

export type AdminUsersUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminUsersUpdateError = AdminUsersUpdateErrors[keyof AdminUsersUpdateErrors];

export type AdminUsersUpdateResponses = {
    /**
     * OK
     */
    200: UserAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminUsersUpdateResponse = AdminUsersUpdateResponses[keyof AdminUsersUpdateResponses];

export type ShopMeReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/client/me';
};

export type ShopMeReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type ShopMeReadError = ShopMeReadErrors[keyof ShopMeReadErrors];

export type ShopMeReadResponses = {
    /**
     * OK
     */
    200: ProfileAnswer;
};

export type ShopMeReadResponse = ShopMeReadResponses[keyof ShopMeReadResponses];

export type ShopMeUpdateData = {
    body?: MeUpdateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/client/me';
};

export type ShopMeUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type ShopMeUpdateError = ShopMeUpdateErrors[keyof ShopMeUpdateErrors];

export type ShopMeUpdateResponses = {
    /**
     * OK
     */
    200: ProfileAnswer;
    /**
     * Created
     */
    201: ProfileAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type ShopMeUpdateResponse = ShopMeUpdateResponses[keyof ShopMeUpdateResponses];

export type AdminUsersTimelineData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the user.
         */
        user: number;
    };
    query?: {
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
    };
    url: '/api/admin/users/{user}/timeline';
};

export type AdminUsersTimelineErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminUsersTimelineError = AdminUsersTimelineErrors[keyof AdminUsersTimelineErrors];

export type AdminUsersTimelineResponses = {
    /**
     * OK
     */
    200: TimelineEntryCursorPage;
};

export type AdminUsersTimelineResponse = AdminUsersTimelineResponses[keyof AdminUsersTimelineResponses];

export type AdminUsersExportData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the user.
         */
        user: number;
    };
    query?: never;
    url: '/api/admin/users/{user}/export';
};

export type AdminUsersExportErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminUsersExportError = AdminUsersExportErrors[keyof AdminUsersExportErrors];

export type AdminUsersExportResponses = {
    /**
     * OK
     */
    200: UserExportAnswer;
};

export type AdminUsersExportResponse = AdminUsersExportResponses[keyof AdminUsersExportResponses];

export type AdminAddressesListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Case-insensitive partial match over user_id, city, country, created_at.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, user_id, city, country, created_at.
         */
        sort?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[user_id]'?: string;
        /**
         * Narrows by `city`.
         */
        'filters[city]'?: string;
        /**
         * Narrows by `country`.
         */
        'filters[country]'?: string;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
        /**
         * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a file in their order, separated by commas.
         */
        fields?: string;
    };
    url: '/api/admin/addresses';
};

export type AdminAddressesListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminAddressesListError = AdminAddressesListErrors[keyof AdminAddressesListErrors];

export type AdminAddressesListResponses = {
    /**
     * OK
     */
    200: AddressListAnswer;
};

export type AdminAddressesListResponse = AdminAddressesListResponses[keyof AdminAddressesListResponses];

export type AdminAddressesCreateData = {
    body: AddressesCreateBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/admin/addresses';
};

export type AdminAddressesCreateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminAddressesCreateError = AdminAddressesCreateErrors[keyof AdminAddressesCreateErrors];

export type AdminAddressesCreateResponses = {
    /**
     * Created
     */
    201: AddressAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminAddressesCreateResponse = AdminAddressesCreateResponses[keyof AdminAddressesCreateResponses];

export type AdminAddressesDeleteData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the address.
         */
        address: number;
    };
    query?: never;
    url: '/api/admin/addresses/{address}';
};

export type AdminAddressesDeleteErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminAddressesDeleteError = AdminAddressesDeleteErrors[keyof AdminAddressesDeleteErrors];

export type AdminAddressesDeleteResponses = {
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
    /**
     * Done.
     */
    204: void;
};

export type AdminAddressesDeleteResponse = AdminAddressesDeleteResponses[keyof AdminAddressesDeleteResponses];

export type AdminAddressesReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the address.
         */
        address: number;
    };
    query?: never;
    url: '/api/admin/addresses/{address}';
};

export type AdminAddressesReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminAddressesReadError = AdminAddressesReadErrors[keyof AdminAddressesReadErrors];

export type AdminAddressesReadResponses = {
    /**
     * OK
     */
    200: AddressAnswer;
};

export type AdminAddressesReadResponse = AdminAddressesReadResponses[keyof AdminAddressesReadResponses];

export type AdminAddressesUpdateData = {
    body?: AddressesUpdateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the address.
         */
        address: number;
    };
    query?: never;
    url: '/api/admin/addresses/{address}';
};

export type AdminAddressesUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminAddressesUpdateError = AdminAddressesUpdateErrors[keyof AdminAddressesUpdateErrors];

export type AdminAddressesUpdateResponses = {
    /**
     * OK
     */
    200: AddressAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminAddressesUpdateResponse = AdminAddressesUpdateResponses[keyof AdminAddressesUpdateResponses];

export type AdminAddressesTimelineData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the address.
         */
        address: number;
    };
    query?: {
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
    };
    url: '/api/admin/addresses/{address}/timeline';
};

export type AdminAddressesTimelineErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminAddressesTimelineError = AdminAddressesTimelineErrors[keyof AdminAddressesTimelineErrors];

export type AdminAddressesTimelineResponses = {
    /**
     * OK
     */
    200: TimelineEntryCursorPage;
};

export type AdminAddressesTimelineResponse = AdminAddressesTimelineResponses[keyof AdminAddressesTimelineResponses];

export type ShopAddressesListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Case-insensitive partial match over user_id, city, country, created_at.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, user_id, city, country, created_at.
         */
        sort?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[user_id]'?: string;
        /**
         * Narrows by `city`.
         */
        'filters[city]'?: string;
        /**
         * Narrows by `country`.
         */
        'filters[country]'?: string;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
    };
    url: '/api/client/addresses';
};

export type ShopAddressesListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type ShopAddressesListError = ShopAddressesListErrors[keyof ShopAddressesListErrors];

export type ShopAddressesListResponses = {
    /**
     * OK
     */
    200: AddressListAnswer;
};

export type ShopAddressesListResponse = ShopAddressesListResponses[keyof ShopAddressesListResponses];

export type ShopAddressesCreateData = {
    body: OwnAddressesCreateBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/client/addresses';
};

export type ShopAddressesCreateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type ShopAddressesCreateError = ShopAddressesCreateErrors[keyof ShopAddressesCreateErrors];

export type ShopAddressesCreateResponses = {
    /**
     * Created
     */
    201: AddressAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type ShopAddressesCreateResponse = ShopAddressesCreateResponses[keyof ShopAddressesCreateResponses];

export type ShopAddressesDeleteData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the address.
         */
        address: number;
    };
    query?: never;
    url: '/api/client/addresses/{address}';
};

export type ShopAddressesDeleteErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type ShopAddressesDeleteError = ShopAddressesDeleteErrors[keyof ShopAddressesDeleteErrors];

export type ShopAddressesDeleteResponses = {
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
    /**
     * Done.
     */
    204: void;
};

export type ShopAddressesDeleteResponse = ShopAddressesDeleteResponses[keyof ShopAddressesDeleteResponses];

export type ShopAddressesReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the address.
         */
        address: number;
    };
    query?: never;
    url: '/api/client/addresses/{address}';
};

export type ShopAddressesReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type ShopAddressesReadError = ShopAddressesReadErrors[keyof ShopAddressesReadErrors];

export type ShopAddressesReadResponses = {
    /**
     * OK
     */
    200: AddressAnswer;
};

export type ShopAddressesReadResponse = ShopAddressesReadResponses[keyof ShopAddressesReadResponses];

export type ShopAddressesUpdateData = {
    body?: OwnAddressesUpdateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the address.
         */
        address: number;
    };
    query?: never;
    url: '/api/client/addresses/{address}';
};

export type ShopAddressesUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type ShopAddressesUpdateError = ShopAddressesUpdateErrors[keyof ShopAddressesUpdateErrors];

export type ShopAddressesUpdateResponses = {
    /**
     * OK
     */
    200: AddressAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type ShopAddressesUpdateResponse = ShopAddressesUpdateResponses[keyof ShopAddressesUpdateResponses];

export type AdminInventoryListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Case-insensitive partial match over product_id, name.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: product_id, stock, held, low_stock_at.
         */
        sort?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[product_id]'?: string;
        /**
         * Narrows by `name`.
         */
        'filters[name]'?: string;
        /**
         * Narrows by `stock`.
         */
        'filters[stock]'?: number;
        /**
         * No less than this `stock`.
         */
        'filters[stock][from]'?: number;
        /**
         * No more than this `stock`.
         */
        'filters[stock][to]'?: number;
        /**
         * Narrows by `low`.
         */
        'filters[low]'?: boolean;
        /**
         * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a file in their order, separated by commas.
         */
        fields?: string;
    };
    url: '/api/admin/inventory';
};

export type AdminInventoryListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminInventoryListError = AdminInventoryListErrors[keyof AdminInventoryListErrors];

export type AdminInventoryListResponses = {
    /**
     * OK
     */
    200: StockRowListAnswer;
};

export type AdminInventoryListResponse = AdminInventoryListResponses[keyof AdminInventoryListResponses];

export type AdminInventoryReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the product.
         */
        product: number;
    };
    query?: never;
    url: '/api/admin/inventory/{product}';
};

export type AdminInventoryReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminInventoryReadError = AdminInventoryReadErrors[keyof AdminInventoryReadErrors];

export type AdminInventoryReadResponses = {
    /**
     * OK
     */
    200: InventoryAnswer;
};

export type AdminInventoryReadResponse = AdminInventoryReadResponses[keyof AdminInventoryReadResponses];

export type AdminInventorySetData = {
    body?: InventorySetBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the product.
         */
        product: number;
    };
    query?: never;
    url: '/api/admin/inventory/{product}';
};

export type AdminInventorySetErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminInventorySetError = AdminInventorySetErrors[keyof AdminInventorySetErrors];

export type AdminInventorySetResponses = {
    /**
     * OK
     */
    200: InventoryAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminInventorySetResponse = AdminInventorySetResponses[keyof AdminInventorySetResponses];

export type AdminInventoryTimelineData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the product.
         */
        product: number;
    };
    query?: {
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
    };
    url: '/api/admin/inventory/{product}/timeline';
};

export type AdminInventoryTimelineErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminInventoryTimelineError = AdminInventoryTimelineErrors[keyof AdminInventoryTimelineErrors];

export type AdminInventoryTimelineResponses = {
    /**
     * OK
     */
    200: TimelineEntryCursorPage;
};

export type AdminInventoryTimelineResponse = AdminInventoryTimelineResponses[keyof AdminInventoryTimelineResponses];

export type ShopCartClearData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/client/cart';
};

export type ShopCartClearErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type ShopCartClearError = ShopCartClearErrors[keyof ShopCartClearErrors];

export type ShopCartClearResponses = {
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
    /**
     * Done.
     */
    204: void;
};

export type ShopCartClearResponse = ShopCartClearResponses[keyof ShopCartClearResponses];

export type ShopCartReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/client/cart';
};

export type ShopCartReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type ShopCartReadError = ShopCartReadErrors[keyof ShopCartReadErrors];

export type ShopCartReadResponses = {
    /**
     * OK
     */
    200: CartAnswer;
};

export type ShopCartReadResponse = ShopCartReadResponses[keyof ShopCartReadResponses];

export type AdminSettingsReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/admin/settings';
};

export type AdminSettingsReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminSettingsReadError = AdminSettingsReadErrors[keyof AdminSettingsReadErrors];

export type AdminSettingsReadResponses = {
    /**
     * OK
     */
    200: ShopSettingsAnswer;
};

export type AdminSettingsReadResponse = AdminSettingsReadResponses[keyof AdminSettingsReadResponses];

export type AdminSettingsUpdateData = {
    body?: SettingsUpdateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/admin/settings';
};

export type AdminSettingsUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminSettingsUpdateError = AdminSettingsUpdateErrors[keyof AdminSettingsUpdateErrors];

export type AdminSettingsUpdateResponses = {
    /**
     * OK
     */
    200: ShopSettingsAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminSettingsUpdateResponse = AdminSettingsUpdateResponses[keyof AdminSettingsUpdateResponses];

export type AdminSavedViewsReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/admin/settings/views';
};

export type AdminSavedViewsReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminSavedViewsReadError = AdminSavedViewsReadErrors[keyof AdminSavedViewsReadErrors];

export type AdminSavedViewsReadResponses = {
    /**
     * OK
     */
    200: SavedViewsAnswer;
};

export type AdminSavedViewsReadResponse = AdminSavedViewsReadResponses[keyof AdminSavedViewsReadResponses];

export type AdminSavedViewsUpdateData = {
    body?: SavedViewsUpdateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/admin/settings/views';
};

export type AdminSavedViewsUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminSavedViewsUpdateError = AdminSavedViewsUpdateErrors[keyof AdminSavedViewsUpdateErrors];

export type AdminSavedViewsUpdateResponses = {
    /**
     * OK
     */
    200: SavedViewsAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminSavedViewsUpdateResponse = AdminSavedViewsUpdateResponses[keyof AdminSavedViewsUpdateResponses];

export type AdminStatisticsOrdersData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * How the orders are grouped.
         */
        by?: 'day' | 'month' | 'hour' | 'status' | 'payment_method' | 'payment_status' | 'product' | 'city';
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[user_id]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[address_id]'?: string;
        /**
         * Ignores case, spaces, `#` and marks of direction, and also dashes in a number that the service made.
         */
        'filters[order_number]'?: string;
        /**
         * 1: pending, confirmed, preparing, shipped, delivered. 0: rejected, cancelled, returned. Or names of states, separated by commas.
         */
        'filters[status]'?: string;
        /**
         * 1 cash on delivery, 2 card, 3 wallet, 4 bank transfer. Several separated by commas, at most 200.
         */
        'filters[payment_method]'?: string;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * Narrows to one day of `updated_at`, in the store’s time zone.
         */
        'filters[updated_at]'?: string;
        /**
         * No earlier `updated_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[updated_at][from]'?: string;
        /**
         * No later `updated_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[updated_at][to]'?: string;
        /**
         * Narrows by `total`.
         */
        'filters[total]'?: number;
        /**
         * No less than this `total`.
         */
        'filters[total][from]'?: number;
        /**
         * No more than this `total`.
         */
        'filters[total][to]'?: number;
        /**
         * unpaid, authorised, part_paid, paid, overpaid, part_refunded, refunded. Several separated by commas.
         */
        'filters[payment_status]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[product_id]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
        /**
         * Partial match over name, e-mail and phone of the customer as they are now, and over name, street, city and phone on the order. Three or more digits match anywhere in a phone’s digits; nine or more by their last eight.
         */
        'filters[customer]'?: string;
        /**
         * Orders to this city, ignoring case, diacritics and forms of letters.
         */
        'filters[city]'?: string;
    };
    url: '/api/admin/statistics/orders';
};

export type AdminStatisticsOrdersErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminStatisticsOrdersError = AdminStatisticsOrdersErrors[keyof AdminStatisticsOrdersErrors];

export type AdminStatisticsOrdersResponses = {
    /**
     * OK
     */
    200: OrderStatistics;
};

export type AdminStatisticsOrdersResponse = AdminStatisticsOrdersResponses[keyof AdminStatisticsOrdersResponses];

export type AdminAuditReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/admin/audit';
};

export type AdminAuditReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminAuditReadError = AdminAuditReadErrors[keyof AdminAuditReadErrors];

export type AdminAuditReadResponses = {
    /**
     * OK
     */
    200: AuditAnswer;
};

export type AdminAuditReadResponse = AdminAuditReadResponses[keyof AdminAuditReadResponses];

export type AdminOrdersBulkUpdateData = {
    body: OrdersBulkUpdateBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Rehearse: the same response, but nothing is changed.
         */
        dry_run?: boolean;
    };
    url: '/api/admin/orders/bulk-update';
};

export type AdminOrdersBulkUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     *
     * `work_lost`: The store no longer knows the remaining records of a bulk operation. Changes that were made stay.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminOrdersBulkUpdateError = AdminOrdersBulkUpdateErrors[keyof AdminOrdersBulkUpdateErrors];

export type AdminOrdersBulkUpdateResponses = {
    /**
     * Finished: the operation with its counts.
     */
    200: BulkOperationAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: BulkOperationAnswer;
};

export type AdminOrdersBulkUpdateResponse = AdminOrdersBulkUpdateResponses[keyof AdminOrdersBulkUpdateResponses];

export type AdminOrdersBulkDeleteData = {
    body: OrdersBulkDeleteBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Rehearse: the same response, but nothing is changed.
         */
        dry_run?: boolean;
    };
    url: '/api/admin/orders/bulk-delete';
};

export type AdminOrdersBulkDeleteErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     *
     * `work_lost`: The store no longer knows the remaining records of a bulk operation. Changes that were made stay.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminOrdersBulkDeleteError = AdminOrdersBulkDeleteErrors[keyof AdminOrdersBulkDeleteErrors];

export type AdminOrdersBulkDeleteResponses = {
    /**
     * Finished: the operation with its counts.
     */
    200: BulkOperationAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: BulkOperationAnswer;
};

export type AdminOrdersBulkDeleteResponse = AdminOrdersBulkDeleteResponses[keyof AdminOrdersBulkDeleteResponses];

export type ShopOrdersCheckoutData = {
    body: OrdersCheckoutBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Rehearse: the same response, but nothing is changed.
         */
        dry_run?: boolean;
    };
    url: '/api/client/orders/checkout';
};

export type ShopOrdersCheckoutErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `out_of_stock`: Too few units are left. `products` has the requested and the available units.
     *
     * `empty_cart`: There is nothing in the cart to order.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type ShopOrdersCheckoutError = ShopOrdersCheckoutErrors[keyof ShopOrdersCheckoutErrors];

export type ShopOrdersCheckoutResponses = {
    /**
     * Created
     */
    201: ClientOrderAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
    /**
     * 200, with `dry_run`: the record as it would be. Nothing was changed.
     */
    '2XX': RehearsedOrderAnswer;
};

export type ShopOrdersCheckoutResponse = ShopOrdersCheckoutResponses[keyof ShopOrdersCheckoutResponses];

export type ShopOrdersCancelData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
    };
    query?: never;
    url: '/api/client/orders/{order}/cancel';
};

export type ShopOrdersCancelErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `illegal_transition`: The order, payment or return cannot change from its state to the requested one, or its state does not allow the request. `allowed` has the states to which it can move, or in which the request is possible.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type ShopOrdersCancelError = ShopOrdersCancelErrors[keyof ShopOrdersCancelErrors];

export type ShopOrdersCancelResponses = {
    /**
     * OK
     */
    200: ClientOrderAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type ShopOrdersCancelResponse = ShopOrdersCancelResponses[keyof ShopOrdersCancelResponses];

export type AdminOrderNotesCreateData = {
    body: OrderNotesCreateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
    };
    query?: never;
    url: '/api/admin/orders/{order}/notes';
};

export type AdminOrderNotesCreateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminOrderNotesCreateError = AdminOrderNotesCreateErrors[keyof AdminOrderNotesCreateErrors];

export type AdminOrderNotesCreateResponses = {
    /**
     * Created
     */
    201: TimelineEntryAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminOrderNotesCreateResponse = AdminOrderNotesCreateResponses[keyof AdminOrderNotesCreateResponses];

export type AdminOrdersChangeData = {
    body?: OrdersChangeBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
    };
    query?: {
        /**
         * Rehearse: the same response, but nothing is changed.
         */
        dry_run?: boolean;
    };
    url: '/api/admin/orders/{order}/changes';
};

export type AdminOrdersChangeErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `illegal_transition`: The order, payment or return cannot change from its state to the requested one, or its state does not allow the request. `allowed` has the states to which it can move, or in which the request is possible.
     *
     * `out_of_stock`: Too few units are left. `products` has the requested and the available units.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminOrdersChangeError = AdminOrdersChangeErrors[keyof AdminOrdersChangeErrors];

export type AdminOrdersChangeResponses = {
    /**
     * OK
     */
    200: OrderChangeAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminOrdersChangeResponse = AdminOrdersChangeResponses[keyof AdminOrdersChangeResponses];

export type AdminPaymentsCaptureData = {
    body?: PaymentsCaptureBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the payment.
         */
        payment: number;
    };
    query?: never;
    url: '/api/admin/payments/{payment}/capture';
};

export type AdminPaymentsCaptureErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `illegal_transition`: The order, payment or return cannot change from its state to the requested one, or its state does not allow the request. `allowed` has the states to which it can move, or in which the request is possible.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminPaymentsCaptureError = AdminPaymentsCaptureErrors[keyof AdminPaymentsCaptureErrors];

export type AdminPaymentsCaptureResponses = {
    /**
     * OK
     */
    200: PaymentAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminPaymentsCaptureResponse = AdminPaymentsCaptureResponses[keyof AdminPaymentsCaptureResponses];

export type AdminPaymentsVoidData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the payment.
         */
        payment: number;
    };
    query?: never;
    url: '/api/admin/payments/{payment}/void';
};

export type AdminPaymentsVoidErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `illegal_transition`: The order, payment or return cannot change from its state to the requested one, or its state does not allow the request. `allowed` has the states to which it can move, or in which the request is possible.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminPaymentsVoidError = AdminPaymentsVoidErrors[keyof AdminPaymentsVoidErrors];

export type AdminPaymentsVoidResponses = {
    /**
     * OK
     */
    200: PaymentAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminPaymentsVoidResponse = AdminPaymentsVoidResponses[keyof AdminPaymentsVoidResponses];

export type AdminPaymentsRefundData = {
    body?: PaymentsRefundBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the payment.
         */
        payment: number;
    };
    query?: never;
    url: '/api/admin/payments/{payment}/refund';
};

export type AdminPaymentsRefundErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `illegal_transition`: The order, payment or return cannot change from its state to the requested one, or its state does not allow the request. `allowed` has the states to which it can move, or in which the request is possible.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminPaymentsRefundError = AdminPaymentsRefundErrors[keyof AdminPaymentsRefundErrors];

export type AdminPaymentsRefundResponses = {
    /**
     * OK
     */
    200: PaymentAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminPaymentsRefundResponse = AdminPaymentsRefundResponses[keyof AdminPaymentsRefundResponses];

export type ShopReturnsWithdrawData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the order.
         */
        order: number;
        /**
         * Id of the return.
         */
        return: number;
    };
    query?: never;
    url: '/api/client/orders/{order}/returns/{return}/withdraw';
};

export type ShopReturnsWithdrawErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `illegal_transition`: The order, payment or return cannot change from its state to the requested one, or its state does not allow the request. `allowed` has the states to which it can move, or in which the request is possible.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type ShopReturnsWithdrawError = ShopReturnsWithdrawErrors[keyof ShopReturnsWithdrawErrors];

export type ShopReturnsWithdrawResponses = {
    /**
     * OK
     */
    200: ClientReturnAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type ShopReturnsWithdrawResponse = ShopReturnsWithdrawResponses[keyof ShopReturnsWithdrawResponses];

export type AdminInventoryAdjustData = {
    body: InventoryAdjustBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the product.
         */
        product: number;
    };
    query?: never;
    url: '/api/admin/inventory/{product}/adjust';
};

export type AdminInventoryAdjustErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminInventoryAdjustError = AdminInventoryAdjustErrors[keyof AdminInventoryAdjustErrors];

export type AdminInventoryAdjustResponses = {
    /**
     * OK
     */
    200: InventoryAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminInventoryAdjustResponse = AdminInventoryAdjustResponses[keyof AdminInventoryAdjustResponses];

export type ShopCartAddData = {
    body: CartAddBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/client/cart/items';
};

export type ShopCartAddErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type ShopCartAddError = ShopCartAddErrors[keyof ShopCartAddErrors];

export type ShopCartAddResponses = {
    /**
     * OK
     */
    200: CartAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type ShopCartAddResponse = ShopCartAddResponses[keyof ShopCartAddResponses];

export type ShopCartRemoveData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the product.
         */
        product_id: number;
    };
    query?: never;
    url: '/api/client/cart/items/{product_id}';
};

export type ShopCartRemoveErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type ShopCartRemoveError = ShopCartRemoveErrors[keyof ShopCartRemoveErrors];

export type ShopCartRemoveResponses = {
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
    /**
     * Done.
     */
    204: void;
};

export type ShopCartRemoveResponse = ShopCartRemoveResponses[keyof ShopCartRemoveResponses];

export type ShopCartSetData = {
    body: CartSetBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the product.
         */
        product_id: number;
    };
    query?: never;
    url: '/api/client/cart/items/{product_id}';
};

export type ShopCartSetErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type ShopCartSetError = ShopCartSetErrors[keyof ShopCartSetErrors];

export type ShopCartSetResponses = {
    /**
     * OK
     */
    200: CartAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type ShopCartSetResponse = ShopCartSetResponses[keyof ShopCartSetResponses];

export type AdminWebhooksListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * Case-insensitive partial match over url, description.
         */
        search?: string;
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, status, created_at.
         */
        sort?: string;
        /**
         * Narrows by `status`.
         */
        'filters[status]'?: WebhookStatus;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * An id. Several separated by commas, at most 200.
         */
        'filters[id]'?: string;
        /**
         * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a file in their order, separated by commas.
         */
        fields?: string;
    };
    url: '/api/admin/webhooks';
};

export type AdminWebhooksListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminWebhooksListError = AdminWebhooksListErrors[keyof AdminWebhooksListErrors];

export type AdminWebhooksListResponses = {
    /**
     * OK
     */
    200: WebhookListAnswer;
};

export type AdminWebhooksListResponse = AdminWebhooksListResponses[keyof AdminWebhooksListResponses];

export type AdminWebhooksCreateData = {
    body: WebhooksCreateBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/admin/webhooks';
};

export type AdminWebhooksCreateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminWebhooksCreateError = AdminWebhooksCreateErrors[keyof AdminWebhooksCreateErrors];

export type AdminWebhooksCreateResponses = {
    /**
     * Created
     */
    201: WebhookWithSecretAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminWebhooksCreateResponse = AdminWebhooksCreateResponses[keyof AdminWebhooksCreateResponses];

export type AdminWebhooksDeleteData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the webhook.
         */
        webhook: number;
    };
    query?: never;
    url: '/api/admin/webhooks/{webhook}';
};

export type AdminWebhooksDeleteErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminWebhooksDeleteError = AdminWebhooksDeleteErrors[keyof AdminWebhooksDeleteErrors];

export type AdminWebhooksDeleteResponses = {
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
    /**
     * Done.
     */
    204: void;
};

export type AdminWebhooksDeleteResponse = AdminWebhooksDeleteResponses[keyof AdminWebhooksDeleteResponses];

export type AdminWebhooksReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the webhook.
         */
        webhook: number;
    };
    query?: never;
    url: '/api/admin/webhooks/{webhook}';
};

export type AdminWebhooksReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminWebhooksReadError = AdminWebhooksReadErrors[keyof AdminWebhooksReadErrors];

export type AdminWebhooksReadResponses = {
    /**
     * OK
     */
    200: WebhookAnswer;
};

export type AdminWebhooksReadResponse = AdminWebhooksReadResponses[keyof AdminWebhooksReadResponses];

export type AdminWebhooksUpdateData = {
    body?: WebhooksUpdateBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the webhook.
         */
        webhook: number;
    };
    query?: never;
    url: '/api/admin/webhooks/{webhook}';
};

export type AdminWebhooksUpdateErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminWebhooksUpdateError = AdminWebhooksUpdateErrors[keyof AdminWebhooksUpdateErrors];

export type AdminWebhooksUpdateResponses = {
    /**
     * OK
     */
    200: WebhookAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminWebhooksUpdateResponse = AdminWebhooksUpdateResponses[keyof AdminWebhooksUpdateResponses];

export type AdminWebhookDeliveriesListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the webhook.
         */
        webhook: number;
    };
    query?: {
        /**
         * `true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: id, created_at.
         */
        sort?: string;
        /**
         * Narrows by `status`.
         */
        'filters[status]'?: WebhookDeliveryStatus;
        /**
         * Narrows by `type`.
         */
        'filters[type]'?: string;
        /**
         * Narrows by `subject`.
         */
        'filters[subject]'?: string;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a file in their order, separated by commas.
         */
        fields?: string;
    };
    url: '/api/admin/webhooks/{webhook}/deliveries';
};

export type AdminWebhookDeliveriesListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminWebhookDeliveriesListError = AdminWebhookDeliveriesListErrors[keyof AdminWebhookDeliveriesListErrors];

export type AdminWebhookDeliveriesListResponses = {
    /**
     * OK
     */
    200: WebhookDeliveryListAnswer;
};

export type AdminWebhookDeliveriesListResponse = AdminWebhookDeliveriesListResponses[keyof AdminWebhookDeliveriesListResponses];

export type AdminWebhookDeliveriesReadData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier response: 304 if nothing has changed.
         */
        'If-None-Match'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the webhook.
         */
        webhook: number;
        /**
         * Id of the delivery.
         */
        delivery: number;
    };
    query?: never;
    url: '/api/admin/webhooks/{webhook}/deliveries/{delivery}';
};

export type AdminWebhookDeliveriesReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminWebhookDeliveriesReadError = AdminWebhookDeliveriesReadErrors[keyof AdminWebhookDeliveriesReadErrors];

export type AdminWebhookDeliveriesReadResponses = {
    /**
     * OK
     */
    200: WebhookDeliveryAnswer;
};

export type AdminWebhookDeliveriesReadResponse = AdminWebhookDeliveriesReadResponses[keyof AdminWebhookDeliveriesReadResponses];

export type AdminWebhooksRotateSecretData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the webhook.
         */
        webhook: number;
    };
    query?: never;
    url: '/api/admin/webhooks/{webhook}/rotate-secret';
};

export type AdminWebhooksRotateSecretErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminWebhooksRotateSecretError = AdminWebhooksRotateSecretErrors[keyof AdminWebhooksRotateSecretErrors];

export type AdminWebhooksRotateSecretResponses = {
    /**
     * OK
     */
    200: WebhookWithSecretAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminWebhooksRotateSecretResponse = AdminWebhooksRotateSecretResponses[keyof AdminWebhooksRotateSecretResponses];

export type AdminWebhooksPingData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the webhook.
         */
        webhook: number;
    };
    query?: never;
    url: '/api/admin/webhooks/{webhook}/ping';
};

export type AdminWebhooksPingErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminWebhooksPingError = AdminWebhooksPingErrors[keyof AdminWebhooksPingErrors];

export type AdminWebhooksPingResponses = {
    /**
     * Created
     */
    201: WebhookDeliveryAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminWebhooksPingResponse = AdminWebhooksPingResponses[keyof AdminWebhooksPingResponses];

export type AdminWebhooksReplayData = {
    body: WebhooksReplayBody;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the webhook.
         */
        webhook: number;
    };
    query?: never;
    url: '/api/admin/webhooks/{webhook}/replay';
};

export type AdminWebhooksReplayErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminWebhooksReplayError = AdminWebhooksReplayErrors[keyof AdminWebhooksReplayErrors];

export type AdminWebhooksReplayResponses = {
    /**
     * OK
     */
    200: WebhookAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminWebhooksReplayResponse = AdminWebhooksReplayResponses[keyof AdminWebhooksReplayResponses];

export type AdminWebhookDeliveriesRedeliverData = {
    body?: never;
    headers?: {
        /**
         * The ETag that you last read: 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * Id of the webhook.
         */
        webhook: number;
        /**
         * Id of the delivery.
         */
        delivery: number;
    };
    query?: never;
    url: '/api/admin/webhooks/{webhook}/deliveries/{delivery}/redeliver';
};

export type AdminWebhookDeliveriesRedeliverErrors = {
    /**
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     *
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `precondition_failed`: The record has changed since the version in `If-Match`. `changes` has the changes and their authors.
     */
    412: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminWebhookDeliveriesRedeliverError = AdminWebhookDeliveriesRedeliverErrors[keyof AdminWebhookDeliveriesRedeliverErrors];

export type AdminWebhookDeliveriesRedeliverResponses = {
    /**
     * OK
     */
    200: WebhookDeliveryAnswer;
    /**
     * Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.
     */
    202: OperationAnswer;
};

export type AdminWebhookDeliveriesRedeliverResponse = AdminWebhookDeliveriesRedeliverResponses[keyof AdminWebhookDeliveriesRedeliverResponses];

export type OperationsCancelData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * The `id` of an operation, as in the `Location` of a 202. Or, for admins, an `operation_id`.
         */
        id: string;
    };
    query?: never;
    url: '/api/operations/{id}';
};

export type OperationsCancelErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type OperationsCancelError = OperationsCancelErrors[keyof OperationsCancelErrors];

export type OperationsCancelResponses = {
    /**
     * The operation as it ended.
     */
    200: OperationAnswer;
};

export type OperationsCancelResponse = OperationsCancelResponses[keyof OperationsCancelResponses];

export type OperationsReadData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * The `id` of an operation, as in the `Location` of a 202. Or, for admins, an `operation_id`.
         */
        id: string;
    };
    query?: never;
    url: '/api/operations/{id}';
};

export type OperationsReadErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type OperationsReadError = OperationsReadErrors[keyof OperationsReadErrors];

export type OperationsReadResponses = {
    /**
     * OK
     */
    200: OperationAnswer;
};

export type OperationsReadResponse = OperationsReadResponses[keyof OperationsReadResponses];

export type OperationsReportData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * The `id` of an operation, as in the `Location` of a 202. Or, for admins, an `operation_id`.
         */
        id: string;
    };
    query?: {
        /**
         * The report as a file. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a spreadsheet in their order, separated by commas: `id`, `outcome`, `code`, `message`, changed fields such as `before.status` and `after.status`, and the columns of the records’ list.
         */
        fields?: string;
        /**
         * Only for spreadsheets: a row for each record (`records`), or for each line of an order (`items`), whose columns are named `items.amount` and so on.
         */
        rows?: ExportRows;
    };
    url: '/api/operations/{id}/report';
};

export type OperationsReportErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type OperationsReportError = OperationsReportErrors[keyof OperationsReportErrors];

export type OperationsReportResponses = {
    /**
     * The report of the work so far.
     */
    200: Array<ReportLine>;
};

export type OperationsReportResponse = OperationsReportResponses[keyof OperationsReportResponses];

export type AdminOperationsApplyData = {
    body?: OperationsApplyBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * The `id` of an operation, as in the `Location` of a 202. Or, for admins, an `operation_id`.
         */
        id: string;
    };
    query?: never;
    url: '/api/operations/{id}/apply';
};

export type AdminOperationsApplyErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     *
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     *
     * `work_lost`: The store no longer knows the remaining records of a bulk operation. Changes that were made stay.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminOperationsApplyError = AdminOperationsApplyErrors[keyof AdminOperationsApplyErrors];

export type AdminOperationsApplyResponses = {
    /**
     * The operation as it ended.
     */
    200: BulkOperationAnswer;
    /**
     * Accepted: read the operation.
     */
    202: BulkOperationAnswer;
};

export type AdminOperationsApplyResponse = AdminOperationsApplyResponses[keyof AdminOperationsApplyResponses];

export type AdminOperationsUndoData = {
    body?: OperationsUndoBody;
    headers?: {
        /**
         * A retry with the same key and body gets the outcome of the first request, for 24 hours.
         */
        'Idempotency-Key'?: string;
        /**
         * `wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.
         */
        Prefer?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * The `id` of an operation, as in the `Location` of a 202. Or, for admins, an `operation_id`.
         */
        id: string;
    };
    query?: never;
    url: '/api/operations/{id}/undo';
};

export type AdminOperationsUndoErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     *
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     *
     * `idempotency_key_reused`: The same Idempotency-Key was sent before with another body.
     *
     * `record_too_large`: With this change the record would become too large to store. Nothing was changed.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     *
     * `work_lost`: The store no longer knows the remaining records of a bulk operation. Changes that were made stay.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     *
     * `outcome_unknown`: The write was sent, but not confirmed in time. It may or may not be applied.
     */
    503: Problem;
};

export type AdminOperationsUndoError = AdminOperationsUndoErrors[keyof AdminOperationsUndoErrors];

export type AdminOperationsUndoResponses = {
    /**
     * The operation as it ended.
     */
    200: BulkOperationAnswer;
    /**
     * Accepted: read the operation.
     */
    202: BulkOperationAnswer;
};

export type AdminOperationsUndoResponse = AdminOperationsUndoResponses[keyof AdminOperationsUndoResponses];

export type AdminOperationsListData = {
    body?: never;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * `true` (default): pages with links and meta, up to the 10000th operation. `cursor`: cursor pages, to the very last one. A file has every match by default.
         */
        paginate?: Paginate;
        /**
         * Page number, only with `paginate=true`. A page past the last is empty.
         */
        page?: number;
        /**
         * Records per page, for numbered pages and pages with cursors.
         */
        per_page?: number;
        /**
         * Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.
         */
        cursor?: string;
        /**
         * Comma-separated, with - for descending: created_at.
         */
        sort?: string;
        /**
         * unknown, queued, running, succeeded, partly_succeeded, failed, cancelled, parked; several separated by commas. Lists leave out work that no worker has seen.
         */
        'filters[status]'?: string;
        /**
         * The kind of write.
         */
        'filters[type]'?: 'subscriptions.create' | 'subscriptions.update' | 'subscriptions.delete' | 'subscriptions.bulk-update' | 'subscriptions.bulk-delete' | 'products.create' | 'products.update' | 'products.upsert' | 'products.delete' | 'products.bulk-update' | 'products.bulk-delete' | 'orders.create' | 'orders.update' | 'orders.delete' | 'orders.bulk-update' | 'orders.bulk-delete' | 'orders.checkout' | 'orders.cancel' | 'order-notes.create' | 'orders.change' | 'order-items.create' | 'order-items.update' | 'order-items.delete' | 'payments.create' | 'payments.capture' | 'payments.void' | 'payments.refund' | 'own-returns.create' | 'own-returns.withdraw' | 'returns.create' | 'returns.update' | 'me.update' | 'users.create' | 'users.update' | 'users.delete' | 'addresses.create' | 'addresses.update' | 'addresses.delete' | 'own-addresses.create' | 'own-addresses.update' | 'own-addresses.delete' | 'inventory.set' | 'inventory.adjust' | 'cart.add' | 'cart.set' | 'cart.remove' | 'cart.clear' | 'settings.update' | 'saved-views.update' | 'webhooks.create' | 'webhooks.update' | 'webhooks.delete' | 'webhooks.rotate-secret' | 'webhooks.ping' | 'webhooks.replay' | 'webhook-deliveries.redeliver' | 'orders.bulk-payment' | 'products.bulk-price' | 'subscriptions.bulk-price' | 'orders.bulk-apply' | 'orders.bulk-undo' | 'catalog.bulk-apply' | 'catalog.bulk-undo';
        /**
         * The author: `admin:layla`, `client:7`.
         */
        'filters[owner]'?: string;
        /**
         * Narrows to one day of `created_at`, in the store’s time zone.
         */
        'filters[created_at]'?: string;
        /**
         * No earlier `created_at` than this: a day in the store’s time zone, or a moment (itself included).
         */
        'filters[created_at][from]'?: string;
        /**
         * No later `created_at` than this: a day in the store’s time zone, or a moment (itself not included).
         */
        'filters[created_at][to]'?: string;
        /**
         * The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.
         */
        format?: ExportFormat;
        /**
         * The columns of a file in their order, separated by commas.
         */
        fields?: string;
    };
    url: '/api/admin/operations';
};

export type AdminOperationsListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminOperationsListError = AdminOperationsListErrors[keyof AdminOperationsListErrors];

export type AdminOperationsListResponses = {
    /**
     * OK
     */
    200: OperationListAnswer;
};

export type AdminOperationsListResponse = AdminOperationsListResponses[keyof AdminOperationsListResponses];

export type AdminOperationsRedriveData = {
    body: OperationsRedriveBody;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * The `id` of an operation, as in the `Location` of a 202. Or, for admins, an `operation_id`.
         */
        id: string;
    };
    query?: never;
    url: '/api/admin/operations/{id}/redrive';
};

export type AdminOperationsRedriveErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     *
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminOperationsRedriveError = AdminOperationsRedriveErrors[keyof AdminOperationsRedriveErrors];

export type AdminOperationsRedriveResponses = {
    /**
     * The operation as it ended.
     */
    200: OperationAnswer;
    /**
     * Accepted: read the operation.
     */
    202: OperationAnswer;
};

export type AdminOperationsRedriveResponse = AdminOperationsRedriveResponses[keyof AdminOperationsRedriveResponses];

export type AdminOperationsDiscardData = {
    body: OperationsDiscardBody;
    headers?: {
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path: {
        /**
         * The `id` of an operation, as in the `Location` of a 202. Or, for admins, an `operation_id`.
         */
        id: string;
    };
    query?: never;
    url: '/api/admin/operations/{id}/discard';
};

export type AdminOperationsDiscardErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     *
     * `malformed_body`: The body is neither JSON nor a form that can be read, or it nests deeper than five levels.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_found`: There is no such route or record, or the record belongs to another shopper.
     */
    404: Problem;
    /**
     * `method_not_allowed`: The path exists, but not with this method.
     */
    405: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `conflict`: The present state of the record or of the operation does not allow the request. `message` has the reason.
     */
    409: Problem;
    /**
     * `payload_too_large`: The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.
     */
    413: Problem;
    /**
     * `unsupported_media_type`: The body’s type, charset or content encoding is not supported.
     */
    415: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminOperationsDiscardError = AdminOperationsDiscardErrors[keyof AdminOperationsDiscardErrors];

export type AdminOperationsDiscardResponses = {
    /**
     * The operation as it ended.
     */
    200: OperationAnswer;
    /**
     * Accepted: read the operation.
     */
    202: OperationAnswer;
};

export type AdminOperationsDiscardResponse = AdminOperationsDiscardResponses[keyof AdminOperationsDiscardResponses];

export type AdminEventsListData = {
    body?: never;
    headers?: {
        /**
         * The `id` of the last received event. `EventSource` sends it by itself.
         */
        'Last-Event-ID'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * A cursor: `meta.next`, or the `id` of a streamed event. Absent: from now on. `0`: from the oldest kept events.
         */
        after?: string;
        /**
         * Events in a response, 100 by default. Streams ignore it.
         */
        limit?: number;
        /**
         * Seconds to wait for an event. Streams ignore it.
         */
        wait?: number;
        /**
         * Types of events, or beginnings of types with `*` (`orders.order.*`), separated by commas.
         */
        types?: string;
        /**
         * A single type. An unknown type matches nothing: the header `Warning` names a similar one.
         */
        type?: string;
        /**
         * Only events of one record: `orders/12`.
         */
        subject?: string;
    };
    url: '/api/admin/events';
};

export type AdminEventsListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `cursor_expired`: The cursor of events is older than the kept events, or from before a restore, so events may be missing.
     */
    410: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type AdminEventsListError = AdminEventsListErrors[keyof AdminEventsListErrors];

export type AdminEventsListResponses = {
    /**
     * Events after the cursor.
     */
    200: EventPage;
};

export type AdminEventsListResponse = AdminEventsListResponses[keyof AdminEventsListResponses];

export type ShopEventsListData = {
    body?: never;
    headers?: {
        /**
         * The `id` of the last received event. `EventSource` sends it by itself.
         */
        'Last-Event-ID'?: string;
        /**
         * Language of messages and of `name` and `description`: `en` (default) or `ar`.
         */
        'Accept-Language'?: string;
        /**
         * The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.
         */
        'X-Request-Id'?: string;
    };
    path?: never;
    query?: {
        /**
         * A cursor: `meta.next`, or the `id` of a streamed event. Absent: from now on. `0`: from the oldest kept events.
         */
        after?: string;
        /**
         * Events in a response, 100 by default. Streams ignore it.
         */
        limit?: number;
        /**
         * Seconds to wait for an event. Streams ignore it.
         */
        wait?: number;
        /**
         * Types of events, or beginnings of types with `*` (`orders.order.*`), separated by commas.
         */
        types?: string;
        /**
         * A single type. An unknown type matches nothing: the header `Warning` names a similar one.
         */
        type?: string;
        /**
         * Only events of one record: `orders/12`.
         */
        subject?: string;
    };
    url: '/api/client/events';
};

export type ShopEventsListErrors = {
    /**
     * `malformed_query`: The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.
     */
    400: Problem;
    /**
     * `unauthenticated`: There is no bearer token, or it is expired, forged or made for another audience.
     */
    401: Problem;
    /**
     * `forbidden`: The token lacks the scope of this operation, or its user does not exist.
     */
    403: Problem;
    /**
     * `not_acceptable`: The `Accept` header excludes every type that the API can send.
     */
    406: Problem;
    /**
     * `request_timeout`: The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.
     */
    408: Problem;
    /**
     * `cursor_expired`: The cursor of events is older than the kept events, or from before a restore, so events may be missing.
     */
    410: Problem;
    /**
     * `validation_failed`: Fields are invalid. `errors` has the message of each, by its dotted name.
     */
    422: Problem;
    /**
     * `too_many_requests`: The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.
     */
    429: Problem;
    /**
     * `header_too_large`: The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.
     */
    431: Problem;
    /**
     * `internal_error`: A defect of the store. It is logged under `request_id`.
     */
    500: Problem;
    /**
     * `unavailable`: A part of the store, named in `part`, does not respond. The store accepted nothing.
     */
    503: Problem;
};

export type ShopEventsListError = ShopEventsListErrors[keyof ShopEventsListErrors];

export type ShopEventsListResponses = {
    /**
     * Events after the cursor.
     */
    200: EventPage;
};

export type ShopEventsListResponse = ShopEventsListResponses[keyof ShopEventsListResponses];
