import type { ServiceName } from '#shared/contracts/kit/define.ts';
import type { KnownReport, LastReport } from './audit/audit-resource.ts';
import type { CatalogClient } from './stock/storage/catalog-client.ts';

export type ReadAudits = () => Promise<(readonly [ServiceName, KnownReport])[]>;

/** The catalog is `unreachable` if it does not respond, or if its release has no audit reports. */
export function createReadAudits(
  own: () => Promise<LastReport | null>,
  catalog: Pick<CatalogClient, 'auditReport'> | null,
): ReadAudits {
  const ofCatalog = async (): Promise<KnownReport> => {
    if (catalog === null) return 'unreachable';
    return (await catalog.auditReport().catch(() => 'unreachable')) as KnownReport;
  };
  return async () => {
    const [orders, products] = await Promise.all([own(), ofCatalog()]);
    return [
      ['orders', orders],
      ['catalog', products],
    ];
  };
}
