import { request } from 'undici';
import { proofHeaders } from '#shared/http/internal-auth.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { PairSecret } from '#shared/process/internal-secrets.ts';
import type { Log } from '#shared/process/log.ts';
import { currentTraceHeaders, inClientSpan } from '#shared/telemetry/spans.ts';

/** Fetches products from the catalog that have no copy here. */
export type FetchProducts = (ids: readonly number[]) => Promise<ProductCopy[]>;

const timeoutMs = 1500;

/**
 * A product that was just created can be ordered before its event has arrived. Without an answer from the catalog the
 * products stay unknown.
 */
export function createFetchProducts(catalogUrl: string | null, secret: PairSecret, log: Log): FetchProducts {
  if (catalogUrl === null) return () => Promise.resolve([]);
  const proof = proofHeaders(secret);
  return async (ids) => {
    try {
      const response = await inClientSpan('HTTP catalog', { 'peer.service': 'catalog-api' }, () =>
        request(`${catalogUrl}/product-copies?ids=${ids.join(',')}`, {
          headers: { ...proof, ...currentTraceHeaders() },
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
        }),
      );
      if (response.statusCode !== 200) throw new Error(`The catalog answered ${response.statusCode}`);
      return (await response.body.json()) as ProductCopy[];
    } catch (error) {
      log.warn({ err: error, products: ids.length }, 'the catalog could not be asked for new products');
      return [];
    }
  };
}
