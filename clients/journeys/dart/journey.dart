/// An example program that uses the main parts of the API, with the client that openapi-generator's `dart` generates.
import 'dart:convert';
import 'dart:io';

import 'package:storefront_client/api.dart';

ApiClient clientFor(String token) => ApiClient(
      basePath: Platform.environment['STORE_URL']!,
      authentication: HttpBearerAuth()..accessToken = Platform.environment[token]!,
    );

final admin = clientFor('ADMIN_TOKEN');
final shopper = clientFor('CLIENT_TOKEN');

Future<String> pages() async {
  final products = AdminProductsApi(admin);
  final first = await products.productsList(paginate: Paginate.true_, perPage: 5);
  var count = 0;
  String? cursor;
  do {
    final page = await products.productsList(paginate: Paginate.cursor, perPage: 5, cursor: cursor);
    count += page!.data.length;
    cursor = page.meta?.nextCursor;
  } while (cursor != null);
  final meta = first!.meta!;
  return '${first.data.length} of ${meta.total} products on page 1 of ${meta.lastPage}; $count by cursor';
}

Future<int> firstProduct() async => (await ClientProductsApi(shopper).shopProductsList())!.data.first.id;

Future<String> languages() async {
  final products = ClientProductsApi(shopper);
  final product = await firstProduct();
  final english = await products.shopProductsRead(product);
  final arabic = await products.shopProductsRead(product, acceptLanguage: 'ar');
  return '${english!.data.name} · ${arabic!.data.name}';
}

Future<String> refusal() async {
  final en = NewTranslation(name: 'x', description: 'Too short a name');
  try {
    await AdminProductsApi(admin).productsCreate(ProductsCreateBody(price: -1, en: en, ar: en));
  } on ApiException catch (refused) {
    final problem = Problem.fromJson(jsonDecode(refused.message!))!;
    final fields = problem.errors.entries.map((entry) => '${entry.key}: ${entry.value.first}');
    return '${problem.status} ${problem.code}: ${fields.join(' ')}';
  }
  throw StateError('It was not refused');
}

Future<String> operation() async {
  final body = SubscriptionsBulkUpdateBody(ids: [1, 2], status: SubscriptionsBulkUpdateBodyStatusEnum.active);
  final accepted = await AdminSubscriptionsApi(admin).subscriptionsBulkUpdate(body, prefer: 'respond-async');
  const underWay = [OperationStatus.unknown, OperationStatus.queued, OperationStatus.running];
  while (true) {
    final now = (await OperationsApi(admin).operationsRead(accepted!.data.id))!.data;
    if (!underWay.contains(now.status)) {
      return '${now.status}: ${now.progress.done} of ${now.progress.total} done';
    }
    await Future<void>.delayed(const Duration(milliseconds: 100));
  }
}

Future<String> checkout() async {
  final addresses = await ClientAddressesApi(shopper).ownAddressesList();
  await ClientCartApi(shopper).cartAdd(CartAddBody(productId: await firstProduct(), amount: 1));
  final body = OrdersCheckoutBody(addressId: addresses!.data.first.id, paymentMethod: 1);
  final key = '${DateTime.now().microsecondsSinceEpoch}';
  final orders = ClientOrdersApi(shopper);
  final placed = await orders.ordersCheckoutWithHttpInfo(body, idempotencyKey: key);
  final again = await orders.ordersCheckoutWithHttpInfo(body, idempotencyKey: key);
  final order = ClientOrderAnswer.fromJson(jsonDecode(placed.body))!.data;
  if (order.id != ClientOrderAnswer.fromJson(jsonDecode(again.body))!.data.id) {
    throw StateError('The second answer is of another order');
  }
  final replayed = again.headers['idempotency-replayed'];
  return '${placed.statusCode} ${order.orderNumber}; the same key again: the same order, replayed $replayed';
}

Future<void> main() async {
  final steps = {
    'pages': pages,
    'languages': languages,
    'refusal': refusal,
    'operation': operation,
    'checkout': checkout,
  };
  for (final MapEntry(key: name, value: step) in steps.entries) {
    print('${name.padRight(10)} ${await step()}');
  }
}
