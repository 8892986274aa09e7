/** What the orders service tells the catalog of a product's stock. */
export interface StockLevel {
  product_id: number;
  /** Units that can be sold; null: not counted. */
  stock: number | null;
  /** Of the stock's record: rises with each change. */
  version: number;
}

/** So many are told at once. */
export const stockLevelsAtOnce = 1000;
