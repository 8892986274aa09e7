import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';

/** Finds the IP addresses of a host name. */
export type LookUp = (hostname: string) => Promise<readonly LookupAddress[]>;

const asking = { timeout: 2000, tries: 2 };

/**
 * Queries DNS for all names concurrently. The system's own look-up has only four threads, which file access needs too. If a name
 * server did not respond, sixteen connections to one host would therefore block everything. Names in `/etc/hosts` are not found here,
 * but none of them is on the public internet. `servers` replaces the system's name servers.
 */
export function createLookUp(servers?: readonly string[]): LookUp {
  const resolver = new Resolver(asking);
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [...addressesIn(four, 4), ...addressesIn(six, 6)];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

function addressesIn(asked: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return asked.status === 'fulfilled' ? asked.value.map((address) => ({ address, family })) : [];
}
