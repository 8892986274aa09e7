import { newIdempotencyKey } from "./idempotency-key.js";
export function outgoing(method, { url, path, query, headers, body }, { baseUrl, language }) {
    const all = new Headers(language === undefined ? {} : { 'Accept-Language': language });
    for (const [name, value] of Object.entries((headers ?? {}))) {
        if (value !== undefined)
            all.set(name, value);
    }
    const isWrite = method !== 'GET';
    if (isWrite && !all.has('Idempotency-Key'))
        all.set('Idempotency-Key', newIdempotencyKey());
    if (body === undefined)
        all.delete('Content-Type');
    return {
        method,
        url: baseUrl.replace(/\/+$/, '') + filled(url, path) + queryString(query),
        headers: all,
        body: body === undefined ? null : JSON.stringify(body),
        key: isWrite ? (all.get('Idempotency-Key') ?? undefined) : undefined,
    };
}
function filled(template, path) {
    const values = (path ?? {});
    return template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
}
function queryString(query) {
    const pairs = entriesOf('', query).map((pair) => pair.map(encodeURIComponent).join('='));
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
/** Nested names in brackets: `filters[status]`. */
function entriesOf(name, value) {
    if (value === undefined || value === null)
        return [];
    if (typeof value !== 'object')
        return [[name, String(value)]];
    return Object.entries(value).flatMap(([key, inner]) => entriesOf(name === '' ? key : `${name}[${key}]`, inner));
}
