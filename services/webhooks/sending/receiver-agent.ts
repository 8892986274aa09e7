import type { LookupFunction } from 'node:net';
import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { Agent, buildConnector } from 'undici';
import { isGlobal } from './receiver-host.ts';

const asking = { timeout: 2000, tries: 2 };

/** Thrown if the receiver's address is not on the public internet. */
export class ReceiverRefused extends Error {}

/** With HTTP/2, an attempt that times out would leave its unresponsive connection open, and the next attempts would use it again. */
const protocol = { allowH2: false } as const;
const agentOptions: Agent.Options = {
  ...protocol,
  // The number of connections is unlimited: each endpoint limits its own requests, and no endpoint should
  // wait for another endpoint with the same host.
  connections: null,
  pipelining: 1,
  keepAliveTimeout: 10_000,
  keepAliveMaxTimeout: 60_000,
  maxHeaderSize: 16 * 1024,
};
const connecting = { ...protocol, timeout: 10_000 } as const;

/** The agent for hosts that the configuration allows by name. This agent connects to any address. */
export function createOpenAgent(): Agent {
  return new Agent({ ...agentOptions, connect: connecting });
}

/**
 * Connects only to addresses on the public internet. A name is looked up once for each connection, which then uses one of the
 * addresses found. A literal address needs no look-up, so the remote address of the socket is checked instead.
 */
export function createGuardedAgent(lookUp: LookUp = createLookUp()): Agent {
  const connect = buildConnector({ ...connecting, lookup: guardedLookup(lookUp) });
  return new Agent({
    ...agentOptions,
    connect: (options, callback) => {
      connect(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
        if (!socket) {
          callback(error, null);
          return;
        }
        const { remoteAddress = '' } = socket;
        if (isGlobal(remoteAddress)) {
          callback(null, socket);
          return;
        }
        socket.destroy();
        callback(new ReceiverRefused(`the address ${remoteAddress} is not allowed`), null);
      });
    },
  });
}

function guardedLookup(lookUp: LookUp): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname).then(
      (found) => {
        const open = found.filter(({ address }) => isGlobal(address));
        const [first] = open;
        if (!first) {
          const named = found.map(({ address }) => address).join(', ');
          callback(new ReceiverRefused(`the name resolves to ${named}, which is not allowed`), '', 0);
        } else if (options.all === true) callback(null, open);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, '', 0),
    );
  };
}

export type LookUp = (hostname: string) => Promise<readonly LookupAddress[]>;

/**
 * Queries DNS directly. `dns.lookup` runs on only four threads, which file access needs too. If a name server did not respond,
 * four connections would block all four threads. Names in `/etc/hosts` are not found, but these names are not on the public
 * internet. `servers` replaces the system's name servers.
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
