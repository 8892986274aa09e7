import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

export type HttpScheme = 'http' | 'https';

export function schemeWith(certFile: string | null): HttpScheme {
  return certFile === null ? 'http' : 'https';
}

/** The URLs that reach a gateway bound to `host`. The URL for this machine comes first. */
export function addressesOf(
  scheme: HttpScheme,
  host: string,
  port: number,
  interfaces = networkInterfaces(),
): string[] {
  const urlOf = (address: string) => `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${port}`;
  if (host !== '0.0.0.0' && host !== '::') return [urlOf(host)];
  const others = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => urlOf(address));
  return [urlOf('127.0.0.1'), ...others];
}
