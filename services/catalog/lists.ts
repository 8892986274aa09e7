import type { CatalogRequests } from '#shared/contracts/endpoints/catalog-service.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import { filtersOn } from '#shared/engine/lists/filters.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import type { Listed, ListSource } from '#shared/engine/lists/source.ts';
import { productResource, shopProductResource, subscriptionResource } from './records/catalog-resource.ts';
import type { CatalogRecord, Product } from './records/tables.ts';
import type { CatalogModels } from './records/storage/models.ts';

type FiltersOf<List extends 'products.list' | 'subscriptions.list'> =
  CatalogRequests[List]['query']['filters'];
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
  const inStock = (isInStock: boolean) => ({ sold_out: isInStock ? operator({ $ne: true }) : true });
  return { ...list, filters: { ...list.filters, in_stock: inStock } };
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
