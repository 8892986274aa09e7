import { isIPv6 } from 'node:net';

/**
 * Converts a client's address to the form by which limits count clients. A client usually has all addresses of an IPv6 /64
 * network, so one /64 network counts as one address. An IPv4 address in IPv6 form, from a dual-stack socket or a translator
 * (NAT64), counts as IPv4. Link-local addresses (`fe80::`) all share one network, so each of them counts separately.
 */
export function countedAddress(address: string): string {
  // `isIPv6` is slow for an IPv4 address, and this runs for each connection during a flood.
  if (!address.includes(':')) return address;
  const mapped = /^(?:::ffff|64:ff9b:):(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address) || /^fe[89ab]/i.test(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length;
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].map((group) =>
    Number.parseInt(group || '0', 16),
  );
  const network = all.slice(0, 4).map((group) => group.toString(16));
  const [high = 0, low = 0] = all.slice(6);
  if (isTranslated(all)) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${network.join(':')}::/64`;
}

/** 64:ff9b::/96 holds an IPv4 address in its last 32 bits (RFC 6052). */
function isTranslated([first, second, ...rest]: readonly number[]): boolean {
  return first === 0x64 && second === 0xff9b && rest.slice(0, 4).every((group) => group === 0);
}
