/** Methods that a form may ask for in place of POST. */
const overrides: Record<string, string> = { PUT: 'PUT', PATCH: 'PUT', DELETE: 'DELETE' };
/** Asked for by a form these mean nothing, as in Symfony: a write must not turn into a read. */
const ignoredOverrides = new Set(['', 'POST', 'GET', 'HEAD', 'CONNECT', 'TRACE']);

/**
 * The method that a request means, in capitals: PATCH is PUT; a POST is what `X-HTTP-Method-Override` or the field
 * `_method` of body or query asks for, in this order. Asking for a method that there isn't gives that method, so that
 * routing answers 405.
 */
export function effectiveMethod(
  method: string,
  body: Record<string, unknown>,
  query: Record<string, unknown>,
  header: string | undefined,
): string {
  const sent = method.toUpperCase();
  if (sent !== 'POST') return overrides[sent] ?? sent;
  const asked = header ?? body['_method'] ?? query['_method'];
  if (typeof asked !== 'string') return 'POST';
  const wanted = asked.trim().toUpperCase();
  return ignoredOverrides.has(wanted) ? 'POST' : (overrides[wanted] ?? wanted);
}

/** The body without the field that only named its method. */
export function withoutMethodField(body: Record<string, unknown>): Record<string, unknown> {
  const rest = Object.assign(Object.create(null) as Record<string, unknown>, body);
  delete rest['_method'];
  return rest;
}
