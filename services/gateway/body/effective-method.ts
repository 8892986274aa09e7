/** Methods that a form may ask for in place of POST. */
const overrides: Record<string, string> = { PUT: 'PUT', PATCH: 'PUT', DELETE: 'DELETE' };
/** Overrides that are ignored, as in Symfony: a write must not turn into a read. */
const ignoredOverrides = new Set(['', 'POST', 'GET', 'HEAD', 'CONNECT', 'TRACE']);

/**
 * The effective method in capitals. PATCH counts as PUT. A POST is overridden by `X-HTTP-Method-Override`, else by the field
 * `_method` of the body, else of the query. An unknown method is returned as it is, so that routing answers 405.
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

/** The body without its `_method` field. */
export function withoutMethodField(body: Record<string, unknown>): Record<string, unknown> {
  const rest = Object.assign(Object.create(null) as Record<string, unknown>, body);
  delete rest['_method'];
  return rest;
}
