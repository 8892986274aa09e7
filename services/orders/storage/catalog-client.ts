import { request } from 'undici';
import { proofHeaders } from '#shared/http/internal-auth.ts';
import type { ProductCopy, ProductVersion } from '#shared/contracts/endpoints/product-copy.ts';
import type { StockLevel } from '#shared/contracts/endpoints/stock-level.ts';
import { certificateFault } from '#shared/process/certificate-fault.ts';
import type { PairSecret } from '#shared/process/internal-secrets.ts';
import type { Log } from '#shared/process/log.ts';
import { currentTraceHeaders, inClientSpan } from '#shared/telemetry/spans.ts';

/** Fetches products from the catalog that have no copy here. */
export type FetchProducts = (ids: readonly number[]) => Promise<ProductCopy[]>;

/** What the catalog itself has; without an answer from it these throw. */
export interface CatalogProducts {
  copies: FetchProducts;
  /** The versions of so many products with ids above `after`, by rising id. */
  versions: (after: number, limit: number) => Promise<ProductVersion[]>;
}

export interface CatalogClient extends CatalogProducts {
  /** Tells it what can be sold of these products. */
  tellStock: (levels: readonly StockLevel[]) => Promise<void>;
  /** What the last audit of its data found; null: there was none. */
  auditReport: () => Promise<unknown>;
}

const timeoutMs = 1500;

export function createCatalogProducts(catalogUrl: string, secret: PairSecret): CatalogClient {
  const proof = proofHeaders(secret);
  const send = (path: string, body?: unknown) =>
    inClientSpan('HTTP catalog', { 'peer.service': 'catalog-api' }, () =>
      request(`${catalogUrl}${path}`, {
        headers: {
          ...{ ...proof, ...currentTraceHeaders() },
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      }),
    );
  const ask = async (path: string): Promise<unknown> => {
    const response = await send(path);
    if (response.statusCode === 200) return response.body.json();
    await response.body.dump();
    throw new Error(`The catalog answered ${response.statusCode}`);
  };
  return {
    copies: async (ids) => (await ask(`/product-copies?ids=${ids.join(',')}`)) as ProductCopy[],
    versions: async (after, limit) =>
      (await ask(`/product-versions?after=${after}&limit=${limit}`)) as ProductVersion[],
    tellStock: async (levels) => {
      const { statusCode, body } = await send('/stock-levels', levels);
      await body.dump();
      if (statusCode !== 204) throw new Error(`The catalog answered ${statusCode}`);
    },
    auditReport: () => ask('/audit-report'),
  };
}

/**
 * A product that was just created can be ordered before its event has arrived. Without an answer from the catalog the
 * products stay unknown.
 */
export function createFetchProducts(catalogUrl: string | null, secret: PairSecret, log: Log): FetchProducts {
  if (catalogUrl === null) return () => Promise.resolve([]);
  const { copies } = createCatalogProducts(catalogUrl, secret);
  return async (ids) => {
    try {
      return await copies(ids);
    } catch (error) {
      log.warn(
        { err: error, products: ids.length },
        certificateFault('The catalog service', error) ?? 'the catalog could not be asked for new products',
      );
      return [];
    }
  };
}
