import type { EngineModels } from '#shared/engine/commands/engine-models.ts';
import { createReadTimeline } from '#shared/engine/commands/ledger/read-timeline.ts';
import type { CatalogRequests } from '#shared/contracts/endpoints/catalog-service.ts';
import { uniqueProductFields } from '#shared/contracts/endpoints/product-fields.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import { byName } from '#shared/contracts/kit/json-values.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import { filtersOn } from '#shared/engine/lists/filters.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import type { Listed, ListSource } from '#shared/engine/lists/source.ts';
import { oneRecord } from '#shared/engine/reads/read-answer.ts';
import { createReportUnreadable } from '#shared/engine/lists/unreadable-record.ts';
import type { ReadHandlers } from '#shared/engine/reads/service-app.ts';
import { createFindList } from '#shared/engine/lists/find-list.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { createReadById } from '#shared/platform/mongo/read-by-id.ts';
import { productResource, shopProductResource, subscriptionResource } from './records/catalog-resource.ts';
import type { CatalogRecord, Product, Subscription } from './records/tables.ts';
import { products } from './products/product.ts';
import { subscriptions } from './subscriptions/subscription.ts';
import type { CatalogModels } from './records/storage/models.ts';

const onSale = { is_active: true };

export function createCatalogReads(
  models: CatalogModels & Pick<EngineModels, 'ledger'>,
  locale: StoreLocale,
  log: Log,
): ReadHandlers<CatalogRequests> {
  const findList = createFindList(createReportUnreadable(log));
  const lists = catalogLists(models, locale);
  const decimals = locale.currencyDecimals;
  const readSubscription = createReadById<Subscription>(models.subscriptions);
  const readProduct = createReadById<Product>(models.products);
  const readTimeline = createReadTimeline(models.ledger, decimals);
  const ofProducts = { path: 'products', table: products.tracked, read: readProduct };
  const ofSubscriptions = { path: 'subscriptions', table: subscriptions.tracked, read: readSubscription };
  return {
    'products.timeline': (request) => readTimeline(ofProducts, request.params.product, request),
    'subscriptions.timeline': (request) =>
      readTimeline(ofSubscriptions, request.params.subscription, request),
    'subscriptions.list': (request) => findList(lists.subscriptions, request),
    'subscriptions.read': async ({ params, language }) =>
      oneRecord(await readSubscription(params.subscription), (record) =>
        subscriptionResource(record, language, decimals),
      ),
    'shop-subscriptions.list': (request) => findList(lists.subscriptions, request, onSale),
    'shop-subscriptions.read': async ({ params, language }) =>
      oneRecord(ifOnSale(await readSubscription(params.subscription)), (record) =>
        subscriptionResource(record, language, decimals),
      ),
    'products.list': (request) => findList(lists.products, request),
    'products.read': async ({ params, language }) =>
      oneRecord(await readProduct(params.product), (record) => productResource(record, language, decimals)),
    'shop-products.list': (request) => findList(lists.shopProducts, request, onSale),
    'shop-products.read': async ({ params, language }) =>
      oneRecord(ifOnSale(await readProduct(params.product)), (record) =>
        shopProductResource(record, language, decimals),
      ),
  };
}

function ifOnSale<R extends CatalogRecord>(record: R | null): R | null {
  return record?.is_active === true ? record : null;
}

type FiltersOf<List extends keyof CatalogRequests> = CatalogRequests[List]['query']['filters'];
type CatalogList<R> = ListSource<Listed<R>, FiltersOf<'subscriptions.list'>>;
type ProductList = ListSource<Listed<Product>, FiltersOf<'products.list'>>;

export function catalogLists(models: CatalogModels, locale: StoreLocale) {
  return {
    subscriptions: catalogList(models.subscriptions, locale, subscriptionResource),
    products: productList(models, locale, productResource),
    shopProducts: productList(models, locale, shopProductResource),
  };
}

function productList(
  { products }: Pick<CatalogModels, 'products'>,
  locale: StoreLocale,
  resource: (record: Product, language: Language, decimals: number) => unknown,
): ProductList {
  const list = catalogList<Product>(products, locale, resource);
  const { equals } = filtersOn<Product>(locale);
  const inStock = (isInStock: boolean) => ({ sold_out: isInStock ? operator({ $ne: true }) : true });
  const filters = { ...list.filters, ...byName(uniqueProductFields, equals), in_stock: inStock };
  return { ...list, filters };
}

function catalogList<R extends CatalogRecord>(
  model: CatalogList<R>['model'],
  locale: StoreLocale,
  resource: (record: R, language: Language, decimals: number) => unknown,
): CatalogList<R> {
  const { amount, equals, contains, date, oneOf } = filtersOn<CatalogRecord>(locale);
  return {
    model,
    filters: {
      price: amount('price'),
      is_active: equals('is_active'),
      created_at: date('created_at'),
      // Each number is the position of a field in the search text, which `productText` (service.ts) builds.
      name: contains(3, 5),
      description: contains(4, 6),
      id: oneOf('_id'),
    },
    sortPaths: { name: 'en.name', description: 'en.description' },
    render: (record, { language }) => resource(record, language, locale.currencyDecimals),
  };
}
