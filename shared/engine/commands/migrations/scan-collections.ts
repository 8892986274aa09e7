import type { Database } from '../../../platform/mongo/connect.ts';
import type { MigratedBatch, Position } from '../../../platform/mongo/service-data.ts';
import type { scanCollection } from './scan-collection.ts';

type Part = ReturnType<typeof scanCollection>;

/** Combines scans of several collections, which run one after the other. */
export function scanCollections(parts: readonly Part[]): Part {
  return {
    estimate: async (database: Database): Promise<number> => {
      const counts = await Promise.all(parts.map((part) => part.estimate(database)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    batch: async (database: Database, after: Position | null): Promise<MigratedBatch | null> => {
      const [first, position] =
        after === null ? [0, null] : (JSON.parse(String(after)) as [number, Position]);
      for (const [index, part] of parts.entries()) {
        if (index < first) continue;
        const batch = await part.batch(database, index === first ? position : null);
        if (batch) return { ...batch, position: JSON.stringify([index, batch.position]) };
      }
      return null;
    },
  };
}
