import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';

/** The addresses of a name. */
export type LookUp = (hostname: string) => Promise<readonly LookupAddress[]>;

const asking = { timeout: 2000, tries: 2 };

/**
 * Asks DNS for all names concurrently. The system's own look-up has four threads, which file access needs too: an unresponsive
 * name server would block everything with sixteen connections to one host. Names of `/etc/hosts` are unknown here: none of them
 * is on the public internet. `servers` replaces the system's.
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
