interface Line {
  amount: number;
  main_price: number;
  manufacturing_price: number;
  discount_amount: number;
}

interface Figures {
  main_price: number;
  manufacturing_price: number;
  discount_amount: number;
  tax_amount: number;
  total: number;
}

/** The money figures that result from an order's lines and its tax. An admin can set other figures. */
export function figuresOfLines(
  { items, tax_amount: tax }: { items: readonly Line[]; tax_amount: number },
  decimals: number,
): Omit<Figures, 'tax_amount'> {
  // Calculates in minor units, so that sums are exact.
  const scale = 10 ** decimals;
  const minor = (amount: number) => Math.round(amount * scale);
  const sum = (figure: (line: Line) => number) => items.reduce((total, line) => total + figure(line), 0);
  const main = sum((line) => minor(line.main_price) * line.amount);
  const discount = sum((line) => minor(line.discount_amount));
  return {
    main_price: main / scale,
    manufacturing_price: sum((line) => minor(line.manufacturing_price) * line.amount) / scale,
    discount_amount: discount / scale,
    total: Math.max(main - discount + minor(tax), 0) / scale,
  };
}

/** Whether the order's figures match its lines. The manufacturing price is ignored, because the customer does not pay it. */
export function agreesWithLines(order: Figures & { items: readonly Line[] }, decimals: number): boolean {
  const sums = figuresOfLines(order, decimals);
  return (['main_price', 'discount_amount', 'total'] as const).every((name) => order[name] === sums[name]);
}
