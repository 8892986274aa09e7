import type { ProductCopy, ProductVersion } from '#shared/contracts/endpoints/product-copy.ts';

export type KnownCopy = Pick<ProductCopy, '_id' | 'version' | 'is_deleted'>;

/**
 * Which products the catalog has in a newer version than their copies, or without one; and which copies on sale it does
 * not list. Both sides are of the same range of ids.
 */
export function compareVersions(
  versions: readonly ProductVersion[],
  copies: readonly KnownCopy[],
): { stale: number[]; unlisted: KnownCopy[] } {
  const copiesById = new Map(copies.map((copy) => [copy._id, copy]));
  const listed = new Set(versions.map(({ _id }) => _id));
  return {
    stale: versions
      .filter(({ _id, version }) => version > (copiesById.get(_id)?.version ?? 0))
      .map(({ _id }) => _id),
    unlisted: copies.filter(({ _id, is_deleted: isDeleted }) => !isDeleted && !listed.has(_id)),
  };
}
