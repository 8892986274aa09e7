import type { ProductCopy, ProductVersion } from '#shared/contracts/endpoints/product-copy.ts';

export type KnownCopy = Pick<ProductCopy, '_id' | 'version' | 'is_deleted'>;

export interface CopyDifferences {
  /** Products that have no copy or an older copy. */
  stale: number[];
  /**
   * Copies that are newer than the product, or marked as deleted. They exist if the catalog was restored, or if the product
   * changed after the catalog listed it.
   */
  ahead: KnownCopy[];
  /** Copies not marked as deleted whose products the catalog does not list. */
  unlisted: KnownCopy[];
}

/** `versions` and `copies` must cover the same range of ids. */
export function compareVersions(
  versions: readonly ProductVersion[],
  copies: readonly KnownCopy[],
): CopyDifferences {
  const copiesById = new Map(copies.map((copy) => [copy._id, copy]));
  const listed = new Set(versions.map(({ _id }) => _id));
  return {
    stale: versions
      .filter(({ _id, version }) => version > (copiesById.get(_id)?.version ?? 0))
      .map(({ _id }) => _id),
    ahead: versions.flatMap((product) => {
      const copy = copiesById.get(product._id);
      return copy && isAhead(copy, product) ? [copy] : [];
    }),
    unlisted: copies.filter(({ _id, is_deleted: isDeleted }) => !isDeleted && !listed.has(_id)),
  };
}

/** Whether the copy is so new that no future event about the catalog's product would replace it. */
export function isAhead(copy: KnownCopy, { version }: Pick<ProductVersion, 'version'>): boolean {
  return copy.version > version || (copy.is_deleted && copy.version === version);
}

const mostDeletions = 20;

/**
 * If most sold products are missing in the catalog's list, the catalog was probably restored or is the wrong one. No copy is then
 * deleted.
 */
export function isCatalogCredible(counts: {
  /** Products in the whole catalog. Null if the list covers only a part of the catalog. */
  inCatalog: number | null;
  onSale: number;
  unlisted: number;
}): boolean {
  const { inCatalog, onSale, unlisted } = counts;
  if (inCatalog === 0 && onSale > 0) return false;
  return unlisted <= mostDeletions || unlisted <= onSale / 2;
}
