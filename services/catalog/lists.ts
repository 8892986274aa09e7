import type { CatalogRequests } from '#shared/contracts/endpoints/catalog-service.ts';
import type { StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import type { Language } from '#shared/contracts/schema-kit/languages.ts';
import { filtersOn } from '#shared/lists/filters.ts';
import type { Listed, ListSource } from '#shared/lists/source.ts';
import { productResource, shopProductResource, subscriptionResource } from './rules/catalog-resource.ts';
import type { CatalogRecord } from './rules/tables.ts';
import type { CatalogModels } from './storage/models.ts';

type CatalogList<R> = ListSource<Listed<R>, CatalogRequests['products.list']['query']['filters']>;

/** How each resource of the catalog service is listed. */
export function catalogLists(models: CatalogModels, locale: StoreLocale) {
  return {
    subscriptions: catalogList(models.subscriptions, locale, subscriptionResource),
    products: catalogList(models.products, locale, productResource),
    shopProducts: catalogList(models.products, locale, shopProductResource),
  };
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
      // By the places of their texts: `productText` in storage/store.ts.
      name: contains(3, 5),
      description: contains(4, 6),
      id: oneOf('_id'),
    },
    sortPaths: { name: 'en.name', description: 'en.description' },
    render: (record, { language }) => resource(record, language, locale.currencyDecimals),
  };
}
