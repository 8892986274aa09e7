/**
 * Whether the picture may load under a content security policy that allows these hosts by https. `*.example.com` means every
 * host below `example.com`.
 */
export function isAllowed(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  const matches = (allowed: string) =>
    allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed;
  return protocol === 'https:' && hosts.some(matches);
}
