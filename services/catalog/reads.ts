import type { LedgerCollection } from '#shared/engine/commands/ledger/ledger-model.ts';
import { createReadTimeline } from '#shared/engine/commands/ledger/read-timeline.ts';
import type { CatalogRequests } from '#shared/contracts/endpoints/catalog-service.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import { oneRecord } from '#shared/engine/reads/read-answer.ts';
import { createReportUnreadable } from '#shared/engine/lists/unreadable-record.ts';
import type { ReadHandlers } from '#shared/engine/reads/service-app.ts';
import { createFindList } from '#shared/engine/lists/find-list.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { createReadById } from '#shared/platform/mongo/read-by-id.ts';
import { catalogLists } from './lists.ts';
import { productResource, shopProductResource, subscriptionResource } from './records/catalog-resource.ts';
import type { Product, Subscription } from './records/tables.ts';
import { trackedByCatalog } from './store/resources.ts';
import type { CatalogModels } from './records/storage/models.ts';

const onSale = { is_active: true };

export function createCatalogReads(
  models: CatalogModels,
  ledger: LedgerCollection,
  locale: StoreLocale,
  log: Log,
): ReadHandlers<CatalogRequests> {
  const findList = createFindList(createReportUnreadable(log));
  const lists = catalogLists(models, locale);
  const decimals = locale.currencyDecimals;
  const readSubscription = createReadById<Subscription>(models.subscriptions);
  const readProduct = createReadById<Product>(models.products);
  const readTimeline = createReadTimeline(ledger, decimals);
  const products = { path: 'products', table: trackedByCatalog.products, read: readProduct };
  const subscriptions = {
    path: 'subscriptions',
    table: trackedByCatalog.subscriptions,
    read: readSubscription,
  };
  return {
    'products.timeline': (request) => readTimeline(products, request.params.product, request),
    'subscriptions.timeline': (request) => readTimeline(subscriptions, request.params.subscription, request),
    'subscriptions.list': (request) => findList(lists.subscriptions, request),
    'subscriptions.read': async ({ params, language }) =>
      oneRecord(await readSubscription(params.subscription), (record) =>
        subscriptionResource(record, language, decimals),
      ),
    'shop-subscriptions.list': (request) => findList(lists.subscriptions, request, onSale),
    'shop-subscriptions.read': async ({ params, language }) => {
      const record = await readSubscription(params.subscription);
      return oneRecord(record?.is_active === true ? record : null, (shown) =>
        subscriptionResource(shown, language, decimals),
      );
    },
    'products.list': (request) => findList(lists.products, request),
    'products.read': async ({ params, language }) =>
      oneRecord(await readProduct(params.product), (record) => productResource(record, language, decimals)),
    'shop-products.list': (request) => findList(lists.shopProducts, request, onSale),
    'shop-products.read': async ({ params, language }) => {
      const record = await readProduct(params.product);
      return oneRecord(record?.is_active === true ? record : null, (shown) =>
        shopProductResource(shown, language, decimals),
      );
    },
  };
}
