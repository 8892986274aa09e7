import type { Localized } from '../kit/languages.ts';

/** The orders service's copy of a product. Prices in minor units. */
export interface ProductCopy extends Localized<{ name: string }> {
  _id: number;
  /** The version of the product record. With it, an older event never overwrites a newer copy. */
  version: number;
  price: number;
  manufacturing_price: number;
  is_active: boolean;
  /** The copy of a deleted product stays, so that a late event cannot recreate the product. */
  is_deleted: boolean;
}

export type ProductVersion = Pick<ProductCopy, '_id' | 'version'>;

/** Whether the copy is valid. A damaged product is never copied, whichever process sends it. */
export function isSound(copy: ProductCopy): boolean {
  const { price, manufacturing_price: cost, is_active: isActive, ...names } = copy;
  const figures: unknown[] = [price, cost];
  const shown: unknown[] = [nameOf(names.en), nameOf(names.ar)];
  return (
    figures.every((figure) => Number.isSafeInteger(figure) && Number(figure) >= 0) &&
    shown.every((name) => typeof name === 'string') &&
    typeof (isActive as unknown) === 'boolean'
  );
}

function nameOf(translation: unknown): unknown {
  return (translation as { name?: unknown } | null | undefined)?.name;
}
