import { BlockList, isIP, isIPv4 } from 'node:net';

/** Blocked ranges: multicast, reserved, and all that the IANA special-purpose registry does not list as globally reachable. */
const closedIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** The allowed range: global unicast, without NAT64, IPv4-mapped, unique local, link-local and multicast addresses. */
const openIpv6 = ['2000::/3'];
/**
 * Blocked ranges within `openIpv6`: protocol assignments (including Teredo), documentation, and 6to4, which leads to any IPv4
 * address.
 */
const closedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function blocks(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix] = subnet.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const closed = { ipv4: blocks(closedIpv4, 'ipv4'), ipv6: blocks(closedIpv6, 'ipv6') };
const open = blocks(openIpv6, 'ipv6');

export function isGlobal(address: string): boolean {
  if (isIPv4(address)) return !closed.ipv4.check(address, 'ipv4');
  const isIpv6 = isIP(address) === 6 && !address.includes('%');
  return isIpv6 && open.check(address, 'ipv6') && !closed.ipv6.check(address, 'ipv6');
}

/** The host as written in a URL, in lower case and without the port. */
export function writtenHost(url: string): string {
  const [authority = ''] = /(?<=^https?:\/\/)[^/\\?#]*/i.exec(url) ?? [];
  return authority.toLowerCase().replace(/:\d*$/, '');
}

/**
 * The rule that a receiver's URL breaks, checked without a DNS look-up. `receiver_url`: the URL uses http. `receiver_host`:
 * the URL's address or name is not on the public internet. Null: the URL is allowed. Hosts that the configuration allows by
 * name break neither rule.
 */
export function receiverFault(
  url: string,
  allowedHosts: readonly string[],
): 'receiver_url' | 'receiver_host' | null {
  if (allowedHosts.includes(writtenHost(url))) return null;
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') return 'receiver_url';
  // `URL` has already converted every spelling of an IPv4 address to four decimal numbers.
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) return isGlobal(literal) ? null : 'receiver_host';
  const name = hostname.replace(/\.$/, '');
  return !name.includes('.') || name.endsWith('.localhost') ? 'receiver_host' : null;
}

/** Like `receiverFault`, but also returns the host, which the error response contains. */
export function receiverRules(allowedHosts: readonly string[]) {
  return (url: string) => {
    const rule = receiverFault(url, allowedHosts);
    return rule === null ? null : { rule, host: writtenHost(url) };
  };
}
