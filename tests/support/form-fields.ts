type Field = [name: string, value: string];
type Value = string | number | boolean | null | Value[] | { [name: string]: Value };

/** Converts a JSON body to form fields such as `en[name]` and `items[0][product_id]`; lists of ids to comma-separated text. */
export function formFields(body: object): Field[] {
  return Object.entries(body as Record<string, Value>).flatMap(([name, value]) => fieldsOf(name, value));
}

function fieldsOf(name: string, value: Value): Field[] {
  if (value === null) return [[name, '']];
  if (typeof value !== 'object') return [[name, String(value)]];
  // An empty list becomes no field at all, because a form cannot express an empty list.
  const isPlainList =
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one !== 'object');
  if (isPlainList) return [[name, value.join(',')]];
  return Object.entries(value).flatMap(([key, inner]) => fieldsOf(`${name}[${key}]`, inner));
}
