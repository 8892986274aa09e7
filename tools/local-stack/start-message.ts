export interface RunningStore {
  /** The gateway's: the first is for this machine. */
  addresses: readonly string[];
  /** Their folder. */
  logs: string;
  /** How its servers run: given, docker or native. */
  servers: string;
}

/** What the terminal shows once the store runs. Without tokens where others issue them. */
export function startMessage(
  { addresses: [url = '', ...others], logs, servers }: RunningStore,
  tokens: { admin: string; client: string } | null,
): string {
  const addresses = [
    ['API', `${url}/api`],
    ...others.map((other) => ['', `${other}/api`]),
    ['Reference', `${url}/docs`],
    ['OpenAPI', `${url}/openapi.json`],
    ['Logs', logs],
    ['Servers', servers],
  ].map(([what = '', where = '']) => `  ${what.padEnd(14)} ${where}`);
  const head = ['', 'Storefront is running.', '', ...addresses, ''];
  if (tokens === null)
    return [...head, 'Tokens come from the provider of AUTH_JWKS_URL. Ctrl-C stops it.'].join('\n');
  return [
    ...head,
    '  Admin token (12 h; another: npm run -s token -- --scope admin)',
    tokens.admin,
    '',
    '  Client token (12 h; another: npm run -s token -- --scope client)',
    tokens.client,
    '',
    "  The shopper's orders:",
    `curl -s '${url}/api/client/orders' -H 'Authorization: Bearer ${tokens.client}'`,
    '',
    'Ctrl-C stops it.',
  ].join('\n');
}
