import { isIPv6 } from 'node:net';

/**
 * The address that rate limits count. A client with one IPv6 address has at least 2⁶⁴ of them, so those of a /64 count
 * together. An IPv4 address that a dual-stack socket shows as IPv6 counts as IPv4.
 */
export function countedAddress(address: string): string {
  // `isIPv6` takes long for an IPv4 address, and is called for each connection while a flood of connections is refused.
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length;
  const network = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group || '0', 16).toString(16)).join(':')}::/64`;
}
