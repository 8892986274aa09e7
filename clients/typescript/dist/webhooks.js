/** The request is no delivery of the store that these secrets are of: answer 400 and do nothing. */
export class WebhookRefused extends Error {
    code;
    constructor(code, message) {
        super(message);
        this.name = new.target.name;
        this.code = code;
    }
}
/**
 * The event of a delivery, once it is known that the store sent it, that nobody changed it, and that it is not an old one played
 * again. Throws `WebhookRefused`. Runs wherever Web Crypto does: Node, Deno, Bun, browsers, workers.
 */
export async function verifyWebhook({ secret, body, headers, toleranceSeconds = 300, now = Date.now(), }) {
    const keys = (typeof secret === 'string' ? [secret] : secret).map(keyOf);
    const [id, timestamp, signatures] = [
        header(headers, 'webhook-id'),
        header(headers, 'webhook-timestamp'),
        header(headers, 'webhook-signature'),
    ];
    checkTime(timestamp, { toleranceSeconds, now });
    const told = signaturesOfVersion1(signatures);
    const signed = joined(encoder.encode(`${id}.${timestamp}.`), bytesOf(body));
    // One HMAC for each secret, however many signatures somebody sends.
    const expected = await Promise.all(keys.map((key) => hmac(key, signed)));
    const isSigned = expected.some((one) => told.some((other) => isSame(one, other)));
    if (!isSigned)
        throw new WebhookRefused('wrong_signature', 'No signature is by a secret of this endpoint.');
    return eventIn(body);
}
const encoder = new TextEncoder();
function keyOf(secret) {
    const key = fromBase64(secret.replace(/^whsec_/, ''));
    if (key === undefined || key.length === 0)
        throw new WebhookRefused('malformed_secret', 'A secret is "whsec_" and Base64, as the store showed it.');
    return key;
}
function header(headers, name) {
    const value = isHeaders(headers) ? headers.get(name) : valueIn(headers, name);
    if (value === null || value === '')
        throw new WebhookRefused('missing_header', `The header ${name} is missing.`);
    return value;
}
function isHeaders(headers) {
    return typeof headers.get === 'function';
}
function valueIn(headers, wanted) {
    const found = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
    return typeof found === 'string' ? found : (found?.join(', ') ?? null);
}
function checkTime(timestamp, { toleranceSeconds, now }) {
    if (!/^\d{1,12}$/.test(timestamp))
        throw new WebhookRefused('malformed_header', 'The header webhook-timestamp is no number of seconds.');
    const age = Math.floor(now / 1000) - Number(timestamp);
    if (age > toleranceSeconds)
        throw new WebhookRefused('too_old', `It was sent ${age} s ago.`);
    if (age < -toleranceSeconds)
        throw new WebhookRefused('too_new', `It was sent ${-age} s from now: one of the two clocks is wrong.`);
}
/** `v1,…` each, by space. Others are of versions that are newer than this. */
function signaturesOfVersion1(header) {
    const all = header.split(' ').map((one) => /^(\w+),(.+)$/.exec(one) ?? []);
    if (!all.some(([, version]) => version !== undefined))
        throw new WebhookRefused('malformed_header', 'The header webhook-signature is no "v1," and Base64.');
    const known = all.filter(([, version]) => version === 'v1');
    if (known.length === 0)
        throw new WebhookRefused('unknown_version', 'No signature is of version 1, which this client knows.');
    return known.flatMap(([, , text = '']) => fromBase64(text) ?? []);
}
function bytesOf(body) {
    if (typeof body === 'string')
        return encoder.encode(body);
    // Express and others parse bodies before they are seen here.
    if (!ArrayBuffer.isView(body))
        throw new WebhookRefused('malformed_body', 'The body is needed as it came, as text or bytes.');
    return body;
}
function joined(one, other) {
    const all = new Uint8Array(one.length + other.length);
    all.set(one);
    all.set(other, one.length);
    return all;
}
async function hmac(key, signed) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed));
}
/** Takes as long wherever they differ: otherwise a signature could be guessed byte by byte. */
function isSame(one, other) {
    if (one.length !== other.length)
        return false;
    let difference = 0;
    for (const [index, byte] of one.entries())
        difference |= byte ^ (other[index] ?? 0);
    return difference === 0;
}
function fromBase64(text) {
    try {
        return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    }
    catch {
        return undefined;
    }
}
function eventIn(body) {
    let event;
    try {
        event = JSON.parse(typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body));
    }
    catch {
        // What is no JSON is no event either.
    }
    if (!isEvent(event))
        throw new WebhookRefused('malformed_body', 'The body is no event of the store.');
    return event;
}
function isEvent(value) {
    return typeof value === 'object' && value !== null && 'id' in value && 'type' in value && 'data' in value;
}
