const hidden = new Set(['by', 'manufacturing_price', 'stock']);

/** An event in the form for shoppers: without staff names, costs and stock, at any depth. */
export function shopperForm(json: string): string {
  return JSON.stringify(JSON.parse(json), (name, value: unknown) => {
    if (hidden.has(name)) return undefined;
    return name === 'changed' && Array.isArray(value) ? value.filter(isShown) : value;
  });
}

/** Also hides entries about changed fields such as `items.12.manufacturing_price`. */
function isShown(field: unknown): boolean {
  return !hidden.has(String(field).split('.').at(-1) ?? '');
}
