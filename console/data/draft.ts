/** The values of a form, keyed by the API's dotted field names: `price`, `en.name`. */
export type Draft = Readonly<Record<string, string | boolean>>;

export function changedFields(base: Draft, draft: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([field, value]) => base[field] !== value));
}

type Body = Record<string, unknown>;

/** `{ 'en.name': 'Tea' }` → `{ en: { name: 'Tea' } }`. An empty input becomes null, which clears an optional field. */
export function bodyOf(fields: Draft): Body {
  const body: Body = {};
  for (const [field, value] of Object.entries(fields)) {
    const [name = field, inner] = field.split('.');
    const sent = typeof value === 'string' && value.trim() === '' ? null : value;
    if (inner === undefined) body[name] = sent;
    else body[name] = { ...(body[name] as Body | undefined), [inner]: sent };
  }
  return body;
}
