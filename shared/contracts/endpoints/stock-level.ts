/** A product's stock, as the orders service reports it to the catalog. */
export interface StockLevel {
  product_id: number;
  /** Units that can be sold; null: not counted. */
  stock: number | null;
  /** The version of the stock's record; it rises with each change. */
  version: number;
}

export const stockLevelsAtOnce = 1000;
