/** An example program that uses the main parts of the API, with the client that openapi-generator's `kotlin` generates. */
import java.util.UUID
import storefront.client.apis.AdminProductsApi
import storefront.client.apis.AdminSubscriptionsApi
import storefront.client.apis.ClientAddressesApi
import storefront.client.apis.ClientCartApi
import storefront.client.apis.ClientOrdersApi
import storefront.client.apis.ClientProductsApi
import storefront.client.apis.OperationsApi
import storefront.client.infrastructure.ApiClient
import storefront.client.infrastructure.ClientError
import storefront.client.infrastructure.ClientException
import storefront.client.infrastructure.Serializer
import storefront.client.infrastructure.Success
import storefront.client.models.CartAddBody
import storefront.client.models.ClientOrderAnswer
import storefront.client.models.NewTranslation
import storefront.client.models.OperationStatus
import storefront.client.models.OrdersCheckoutBody
import storefront.client.models.Paginate
import storefront.client.models.Problem
import storefront.client.models.ProductsCreateBody
import storefront.client.models.SubscriptionsBulkUpdateBody

val url: String = System.getenv("STORE_URL")
val products = AdminProductsApi(url)
val shop = ClientProductsApi(url)
val orders = ClientOrdersApi(url)

fun asAdmin() {
    ApiClient.accessToken = System.getenv("ADMIN_TOKEN")
}

fun asShopper() {
    ApiClient.accessToken = System.getenv("CLIENT_TOKEN")
}

fun pages(): String {
    asAdmin()
    val first = products.productsList(paginate = Paginate.`true`, perPage = 5)
    var count = 0
    var cursor: String? = null
    do {
        val page = products.productsList(paginate = Paginate.cursor, perPage = 5, cursor = cursor)
        count += page.data.size
        cursor = page.meta?.nextCursor
    } while (cursor != null)
    val meta = requireNotNull(first.meta)
    return "${first.data.size} of ${meta.total} products on page 1 of ${meta.lastPage}; $count by cursor"
}

fun languages(): String {
    asShopper()
    val product = shop.shopProductsList().data.first().id
    val english = shop.shopProductsRead(product)
    val arabic = shop.shopProductsRead(product, acceptLanguage = "ar")
    return "${english.data.name} · ${arabic.data.name}"
}

fun refusal(): String {
    asAdmin()
    val en = NewTranslation(name = "x", description = "Too short a name")
    val body = ProductsCreateBody(price = (-1).toBigDecimal(), en = en, ar = en)
    try {
        products.productsCreate(body)
    } catch (refused: ClientException) {
        val text = (refused.response as ClientError<*>).body as String
        val problem = requireNotNull(Serializer.moshi.adapter(Problem::class.java).fromJson(text))
        val fields = problem.errors.orEmpty().map { (field, messages) -> "$field: ${messages.first()}" }
        return "${problem.status} ${problem.code.value}: ${fields.joinToString(" ")}"
    }
    error("It was not refused")
}

fun operation(): String {
    asAdmin()
    val status = SubscriptionsBulkUpdateBody.Status.active
    val body = SubscriptionsBulkUpdateBody(ids = listOf(1, 2), status = status)
    val accepted = AdminSubscriptionsApi(url).subscriptionsBulkUpdate(body, prefer = "respond-async")
    val underWay = setOf(OperationStatus.unknown, OperationStatus.queued, OperationStatus.running)
    while (true) {
        val now = OperationsApi(url).operationsRead(accepted.data.id).data
        if (now.status !in underWay) {
            return "${now.status.value}: ${now.progress.done} of ${now.progress.total} done"
        }
        Thread.sleep(100)
    }
}

fun checkout(): String {
    asShopper()
    val product = shop.shopProductsList().data.first().id
    val address = ClientAddressesApi(url).ownAddressesList().data.first().id
    ClientCartApi(url).cartAdd(CartAddBody(productId = product, amount = 1))
    val body = OrdersCheckoutBody(addressId = address, paymentMethod = 1)
    val key = UUID.randomUUID().toString()
    fun order() = orders.ordersCheckoutWithHttpInfo(body, key, null, null, null) as Success<*>
    val placed = order()
    val again = order()
    val answer = placed.data as ClientOrderAnswer
    check(answer.data.id == (again.data as ClientOrderAnswer).data.id) { "The second answer is of another order" }
    val replayed = again.headers["idempotency-replayed"]?.first()
    return "${placed.statusCode} ${answer.data.orderNumber}; the same key again: the same order, replayed $replayed"
}

fun main() {
    val steps =
        listOf("pages" to ::pages, "languages" to ::languages, "refusal" to ::refusal, "operation" to ::operation, "checkout" to ::checkout)
    for ((name, step) in steps) println("${name.padEnd(10)} ${step()}")
}
