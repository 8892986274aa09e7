import { Agent, request } from 'undici';
import { proofHeaders, wrongSecret } from '#shared/platform/http/internal-auth.ts';
import type { ProductCopy, ProductVersion } from '#shared/contracts/endpoints/product-copy.ts';
import type { StockLevel } from '#shared/contracts/endpoints/stock-level.ts';
import { detail, Problem, retryLater } from '#shared/contracts/errors.ts';
import { certificateFault } from '#shared/platform/process/certificate-fault.ts';
import type { PairSecret } from '#shared/platform/process/internal-secrets.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { currentTraceHeaders, inClientSpan } from '#shared/platform/telemetry/spans.ts';
import type { State } from '#shared/engine/decide/handler.ts';
import { unknownRecords } from '#shared/engine/decide/resource.ts';
import { byId } from '#shared/platform/mongo/load-records.ts';
import type { OrdersTables } from '../../records/tables.ts';
import type { OrdersModels } from '../../records/storage/orders-models.ts';

/** Uses the stored copies. If a product is so new that it has no copy, fetches it from the catalog. */
export async function loadProducts(
  models: Pick<OrdersModels, 'products'>,
  fetchProducts: FetchProducts,
  asked: readonly number[],
): Promise<Pick<State<OrdersTables>, 'products' | 'newProducts'>> {
  const products = await byId<ProductCopy>(models.products, asked);
  return { products, newProducts: await fetchUnknown(fetchProducts, asked, products) };
}

/**
 * While the catalog does not respond, a command that reads a product without a copy throws and is retried. If `fetchProducts`
 * throws a Problem, the command is rejected with this Problem instead.
 */
export async function fetchUnknown(
  fetchProducts: FetchProducts,
  asked: readonly number[],
  known: ReadonlyMap<number, ProductCopy>,
): Promise<ReadonlyMap<number, ProductCopy>> {
  const unknown = asked.filter((id) => !known.has(id));
  if (unknown.length === 0) return new Map();
  try {
    return new Map((await fetchProducts(unknown)).map((product) => [product._id, product]));
  } catch (cause) {
    return unknownRecords(unknown, (id) =>
      cause instanceof Problem
        ? cause
        : new Error(`The catalog did not respond, and product ${id} has no copy`, { cause }),
    );
  }
}

/** Throws if the catalog does not respond. */
export type FetchProducts = (ids: readonly number[]) => Promise<ProductCopy[]>;

/** All requests throw if the catalog does not respond. */
export interface CatalogProducts {
  copies: FetchProducts;
  /** The versions of up to `limit` products with ids above `after`, sorted by id. */
  versions: (after: number, limit: number) => Promise<ProductVersion[]>;
}

export interface CatalogClient extends CatalogProducts {
  reportStock: (levels: readonly StockLevel[]) => Promise<void>;
  /** The report of the catalog's last audit. Null: there was no audit yet. */
  auditReport: () => Promise<unknown>;
}

const timeoutMs = 1500;
/** Without its own limit, undici waits ten seconds for a connection, and so would every command of the batch. */
const dispatcher = new Agent({ connect: { timeout: timeoutMs } });

export function createCatalogProducts(catalogUrl: string, secret: PairSecret): CatalogClient {
  const proof = proofHeaders(secret);
  const send = (path: string, body?: unknown) =>
    inClientSpan('HTTP catalog', { 'peer.service': 'catalog-api' }, () =>
      request(`${catalogUrl}${path}`, {
        headers: {
          ...proof,
          ...currentTraceHeaders(),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        dispatcher,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      }),
    );
  const refusal = (status: number, text: string): Error =>
    status === 404 && text === ''
      ? wrongSecret('catalog', secret)
      : new Error(`The catalog responded with status ${status}`);
  const ask = async (path: string): Promise<unknown> => {
    const response = await send(path);
    if (response.statusCode === 200) return response.body.json();
    throw refusal(response.statusCode, await response.body.text());
  };
  return {
    copies: async (ids) => (await ask(`/product-copies?ids=${ids.join(',')}`)) as ProductCopy[],
    versions: async (after, limit) =>
      (await ask(`/product-versions?after=${after}&limit=${limit}`)) as ProductVersion[],
    reportStock: async (levels) => {
      const { statusCode, body } = await send('/stock-levels', levels);
      const text = await body.text();
      if (statusCode !== 204) throw refusal(statusCode, text);
    },
    auditReport: () => ask('/audit-report'),
  };
}

/** With this factor, the worker waits at most a quarter of its time for an unavailable catalog. */
const restsPerFailure = 3;

/**
 * Fetches new products, which can be ordered before their events have arrived. The function throws if the catalog does not
 * respond. After such a failure it throws at once for three times as long as the request took, because the other commands of a
 * batch wait for each request.
 */
export function createFetchProducts(
  catalog: Pick<CatalogProducts, 'copies'> | null,
  log: Log,
): FetchProducts {
  if (catalog === null) return () => Promise.resolve([]);
  let failure = { error: null as unknown, until: -Infinity };
  return async (ids) => {
    const startedAt = performance.now();
    if (startedAt < failure.until)
      throw new Error('The catalog did not respond a moment ago', { cause: failure.error });
    try {
      return await catalog.copies(ids);
    } catch (error) {
      const now = performance.now();
      failure = { error, until: now + restsPerFailure * (now - startedAt) };
      log.warn(
        { err: error, products: ids.length },
        certificateFault('The catalog service', error) ?? 'new products could not be read from the catalog',
      );
      throw error;
    }
  };
}

/**
 * For dry runs and checks, whose callers wait for a result. While the catalog does not respond, the function throws
 * `unavailable`, because the real command would wait for the catalog.
 */
export function orUnavailable(fetchProducts: FetchProducts): FetchProducts {
  return (ids) =>
    fetchProducts(ids).catch((cause: unknown) => {
      const service = 'catalog';
      const why = detail('service_unavailable', { service });
      throw retryLater('unavailable', why, { part: service }, 2, cause);
    });
}

/**
 * For reads only, because their responses are not stored. While the catalog does not respond, products without a copy count as
 * unknown.
 */
export function orUnknown(fetchProducts: FetchProducts): FetchProducts {
  return (ids) => fetchProducts(ids).catch(() => []);
}
