const hidden = new Set(['by', 'manufacturing_price', 'stock']);

/** An event as a shopper may know it: nobody's name, no costs and nothing of the stock, wherever they are nested. */
export function shopperForm(json: string): string {
  return JSON.stringify(JSON.parse(json), (name, value: unknown) => {
    if (hidden.has(name)) return undefined;
    return name === 'changed' && Array.isArray(value) ? value.filter(isShown) : value;
  });
}

/** `items.12.manufacturing_price` names what is hidden. */
function isShown(field: unknown): boolean {
  return !hidden.has(String(field).split('.').at(-1) ?? '');
}
