import type { ReadHandlers } from '#shared/http/service-app.ts';
import type { CatalogRequests } from '#shared/contracts/endpoints/catalog-service.ts';
import type { StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import type { Language } from '#shared/contracts/schema-kit/languages.ts';
import { oneRecord } from '#shared/http/read-answer.ts';
import { findList } from '#shared/lists/find-list.ts';
import type { ListSource } from '#shared/lists/list-source.ts';
import { createRecentTotals } from '#shared/lists/list-total.ts';
import type { RecentTotals } from '#shared/lists/list-total.ts';
import { containsIn, onDay } from '#shared/lists/list-filters.ts';
import { createReadById } from '#shared/mongo/read-by-id.ts';
import { createSharedReads } from '#shared/lists/coalesce-reads.ts';
import type { SharedReads } from '#shared/lists/coalesce-reads.ts';
import { productResource, shopProductResource, subscriptionResource } from './rules/catalog-resource.ts';
import type { CatalogModels, Listed } from './storage/catalog-store.ts';
import type { CatalogRecord, Product, Subscription } from './rules/tables.ts';

type CatalogFilters = CatalogRequests['products.list']['query']['filters'];

function source<R extends CatalogRecord>(
  model: ListSource<Listed<R>, CatalogFilters>['model'],
  locale: StoreLocale,
  reads: { totals: RecentTotals; shared: SharedReads },
  render: (record: R) => unknown,
): ListSource<Listed<R>, CatalogFilters> {
  return {
    model,
    render,
    ...reads,
    filters: {
      price: (price) => ({ price }),
      is_active: (isActive) => ({ is_active: isActive }),
      created_at: (day) => onDay('created_at', day, locale),
      name: (text) => containsIn(['en.name', 'ar.name'], text),
      description: (text) => containsIn(['en.description', 'ar.description'], text),
    },
    sortPaths: { name: 'en.name', description: 'en.description' },
  };
}

/** Answers of the catalog service's reads. */
export function catalogLists(models: CatalogModels, locale: StoreLocale): ReadHandlers<CatalogRequests> {
  const decimals = locale.currencyDecimals;
  const reads = { totals: createRecentTotals(), shared: createSharedReads() };
  const readSubscription = createReadById<Subscription>(models.subscriptions);
  const readProduct = createReadById<Product>(models.products);
  const subscription = (language: Language) => (record: Subscription) =>
    subscriptionResource(record, language, decimals);
  const product = (language: Language) => (record: Product) => productResource(record, language, decimals);
  const shopProduct = (language: Language) => (record: Product) =>
    shopProductResource(record, language, decimals);
  return {
    'subscriptions.list': (request) =>
      findList(source(models.subscriptions as never, locale, reads, subscription(request.language)), request),
    'subscriptions.read': async ({ params, language }) =>
      oneRecord(await readSubscription(params.subscription), subscription(language)),
    'products.list': (request) =>
      findList(source(models.products as never, locale, reads, product(request.language)), request),
    'products.read': async ({ params, language }) =>
      oneRecord(await readProduct(params.product), product(language)),
    'shop-products.list': (request) =>
      findList(source(models.products as never, locale, reads, shopProduct(request.language)), request, {
        is_active: true,
      }),
    'shop-products.read': async ({ params, language }) => {
      const record = await readProduct(params.product);
      return oneRecord(record?.is_active === true ? record : null, shopProduct(language));
    },
  };
}
