"""The journey through a store with the client that openapi-python-client generates."""

import os
import time
import uuid

from storefront_client import AuthenticatedClient
from storefront_client.api.admin_products import products_create, products_list
from storefront_client.api.admin_subscriptions import subscriptions_bulk_update
from storefront_client.api.client_addresses import own_addresses_list
from storefront_client.api.client_cart import cart_add
from storefront_client.api.client_orders import orders_checkout
from storefront_client.api.client_products import shop_products_list, shop_products_read
from storefront_client.api.operations import operations_read
from storefront_client.models import (
    AddressListAnswer,
    BulkOperationAnswer,
    CartAddBody,
    ClientOrderAnswer,
    ClientProductAnswer,
    ClientProductListAnswer,
    ListMeta,
    NewTranslation,
    OperationAnswer,
    OperationStatus,
    OrdersCheckoutBody,
    Paginate,
    Problem,
    ProblemErrors,
    ProductListAnswer,
    ProductsCreateBody,
    SubscriptionsBulkUpdateBody,
    SubscriptionsBulkUpdateBodyStatus,
)
from storefront_client.types import UNSET

url = os.environ["STORE_URL"]
admin = AuthenticatedClient(base_url=url, token=os.environ["ADMIN_TOKEN"])
shopper = AuthenticatedClient(base_url=url, token=os.environ["CLIENT_TOKEN"])


def page_of_products(paginate: Paginate, cursor: str | None = None) -> tuple[ProductListAnswer, ListMeta]:
    page = products_list.sync(client=admin, paginate=paginate, per_page=5, cursor=cursor or UNSET)
    assert isinstance(page, ProductListAnswer) and isinstance(page.meta, ListMeta)
    return page, page.meta


def pages() -> str:
    first, meta = page_of_products(Paginate.TRUE)
    page, walk = page_of_products(Paginate.CURSOR)
    count = len(page.data)
    while walk.next_cursor:
        page, walk = page_of_products(Paginate.CURSOR, walk.next_cursor)
        count += len(page.data)
    return f"{len(first.data)} of {meta.total} products on page 1 of {meta.last_page}; {count} by cursor"


def first_product() -> int:
    products = shop_products_list.sync(client=shopper)
    assert isinstance(products, ClientProductListAnswer)
    return products.data[0].id


def languages() -> str:
    product = first_product()
    english = shop_products_read.sync(product, client=shopper)
    arabic = shop_products_read.sync(product, client=shopper, accept_language="ar")
    assert isinstance(english, ClientProductAnswer) and isinstance(arabic, ClientProductAnswer)
    return f"{english.data.name} · {arabic.data.name}"


def refusal() -> str:
    en = NewTranslation(name="x", description="Too short a name")
    error = products_create.sync(client=admin, body=ProductsCreateBody(price=-1, en=en, ar=en))
    assert isinstance(error, Problem) and isinstance(error.errors, ProblemErrors)
    fields = [f"{field}: {messages[0]}" for field, messages in error.errors.additional_properties.items()]
    return f"{error.status} {error.code}: {' '.join(fields)}"


def operation() -> str:
    accepted = subscriptions_bulk_update.sync(
        client=admin,
        prefer="respond-async",
        body=SubscriptionsBulkUpdateBody(ids=[1, 2], status=SubscriptionsBulkUpdateBodyStatus.ACTIVE),
    )
    assert isinstance(accepted, BulkOperationAnswer)
    while True:
        answer = operations_read.sync(accepted.data.id, client=admin)
        assert isinstance(answer, OperationAnswer)
        now = answer.data
        if now.status not in (OperationStatus.UNKNOWN, OperationStatus.QUEUED, OperationStatus.RUNNING):
            return f"{now.status}: {now.progress.done} of {now.progress.total} done"
        time.sleep(0.1)


def checkout() -> str:
    addresses = own_addresses_list.sync(client=shopper)
    assert isinstance(addresses, AddressListAnswer)
    cart_add.sync(client=shopper, body=CartAddBody(product_id=first_product(), amount=1))
    body = OrdersCheckoutBody(address_id=addresses.data[0].id, payment_method=1)
    key = str(uuid.uuid4())
    placed = orders_checkout.sync_detailed(client=shopper, idempotency_key=key, body=body)
    again = orders_checkout.sync_detailed(client=shopper, idempotency_key=key, body=body)
    assert isinstance(placed.parsed, ClientOrderAnswer) and isinstance(again.parsed, ClientOrderAnswer)
    assert placed.parsed.data.id == again.parsed.data.id, "The second answer is of another order"
    replayed = again.headers.get("Idempotency-Replayed")
    number = placed.parsed.data.order_number
    return f"{placed.status_code.value} {number}; the same key again: the same order, replayed {replayed}"


for step in (pages, languages, refusal, operation, checkout):
    print(f"{step.__name__:<10} {step()}")
