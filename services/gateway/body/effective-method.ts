/** Values that do not override POST, as in Symfony, because a write must not become a read. */
const ignoredOverrides = new Set(['', 'POST', 'GET', 'HEAD', 'CONNECT', 'TRACE']);

/**
 * The method in capitals. A POST is overridden by `header` (`X-HTTP-Method-Override`), by `_method` in the body, or by `_method`
 * in the query, in this order. An empty header is ignored.
 */
export function effectiveMethod(
  method: string,
  body: Record<string, unknown>,
  query: Record<string, unknown>,
  header: string | undefined,
): string {
  const sent = method.toUpperCase();
  if (sent !== 'POST') return sent;
  const asked = (header === '' ? undefined : header) ?? body['_method'] ?? query['_method'];
  if (typeof asked !== 'string') return 'POST';
  const wanted = asked.trim().toUpperCase();
  return ignoredOverrides.has(wanted) ? 'POST' : wanted;
}

export function withoutMethodField(body: Record<string, unknown>): Record<string, unknown> {
  const rest = Object.assign(Object.create(null) as Record<string, unknown>, body);
  delete rest['_method'];
  return rest;
}
