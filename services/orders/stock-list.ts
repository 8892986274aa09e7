import { foldText } from '#shared/contracts/kit/fold-text.ts';
import type { OrdersRequests } from '#shared/contracts/endpoints/orders-service.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { ListQuery } from '#shared/contracts/kit/list-query.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import type { FindList } from '#shared/engine/lists/find-list.ts';
import { foldedTerm } from '#shared/engine/lists/search-text.ts';
import { operator, type MongoFilter } from '#shared/platform/mongo/operator.ts';
import { byId } from '#shared/platform/mongo/load-records.ts';
import type { ReadHandlers } from '#shared/engine/reads/service-app.ts';
import type { ordersLists } from './lists.ts';
import type { OrdersModels } from './records/storage/orders-models.ts';

type Products = Pick<OrdersModels, 'products'>;

const namesAtOnce = 200;

/** Lists stock records with the names from the orders service's copies of the products. */
export function createStockList(
  models: Products,
  list: ReturnType<typeof ordersLists>['stock'],
  findList: FindList,
): ReadHandlers<OrdersRequests>['inventory.list'] {
  return async (request) => {
    const { query, language } = request;
    const scope = await shownProducts(models, query);
    const answer = await findList(list, { ...request, query: { ...query, search: null } }, scope);
    const named = (rows: readonly unknown[]) => withNames(models, rows as { product_id: number }[], language);
    if (answer.kind === 'stream') return { ...answer, rows: inPortions(answer.rows, named) };
    return { ...answer, body: { ...answer.body, data: await named(answer.body.data) } };
  };
}

/** Selects products that are not deleted. `filters[name]` matches the name, `search` matches name and id. */
async function shownProducts(
  { products }: Products,
  { filters, search }: ListQuery<OrdersRequests['inventory.list']['query']['filters']>,
): Promise<MongoFilter> {
  const name = filters.name ?? null;
  if (name === null && search === null) {
    const gone = await products.find({ is_deleted: true }, { _id: 1 }).lean();
    return { _id: operator({ $nin: gone.map(({ _id }) => _id) }) };
  }
  const found: number[] = [];
  for await (const copy of products.find({ is_deleted: false }, { en: 1, ar: 1 }).lean().cursor()) {
    const texts = [foldText(copy.en.name), foldText(copy.ar.name)];
    if (holds(texts, name) && holds([...texts, String(copy._id)], search)) found.push(copy._id);
  }
  return { _id: operator({ $in: found }) };
}

function holds(texts: readonly string[], term: string | null): boolean {
  return term === null || texts.some((text) => text.includes(foldedTerm(term)));
}

async function withNames(
  { products }: Products,
  rows: readonly { product_id: number }[],
  language: Language,
): Promise<unknown[]> {
  const copies = await byId<ProductCopy>(
    products,
    rows.map((row) => row.product_id),
  );
  return rows.map(({ product_id, ...row }) => {
    return { product_id, name: copies.get(product_id)?.[language].name ?? '', ...row };
  });
}

async function* inPortions(
  rows: AsyncIterable<unknown>,
  change: (rows: readonly unknown[]) => Promise<unknown[]>,
): AsyncGenerator {
  let waiting: unknown[] = [];
  for await (const row of rows) {
    waiting.push(row);
    if (waiting.length < namesAtOnce) continue;
    yield* await change(waiting);
    waiting = [];
  }
  yield* await change(waiting);
}
