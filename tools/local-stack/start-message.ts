interface RunningStore {
  /** The addresses of the gateway. The first one works on this machine. */
  addresses: readonly string[];
  /** The folder for all data. Null if it is the default folder, which other commands find without an option. */
  dataDir: string | null;
  logs: string;
  /** The kind of the store's servers: `given`, `docker` or `native`. */
  servers: string;
}

export interface OwnAccess {
  admin: string;
  client: string;
  signInLink: string;
}

/**
 * The message in the terminal when the store is running. If a provider issues the tokens, the message
 * contains no tokens.
 */
export function startMessage(
  { addresses: [url = '', ...others], dataDir, logs, servers }: RunningStore,
  access: OwnAccess | null,
): string {
  const addresses = [
    ['API', `${url}/api`],
    ...others.map((other) => ['', `${other}/api`]),
    ['Console', `${url}/console`],
    ['Reference', `${url}/docs`],
    ['OpenAPI', `${url}/openapi.json`],
    ['Logs', logs],
    ['Servers', servers],
  ].map(([what = '', where = '']) => `  ${what.padEnd(14)} ${where}`);
  const head = ['', 'Storefront is running.', '', ...addresses, ''];
  if (access === null)
    return [...head, 'Tokens come from the provider of AUTH_JWKS_URL. Ctrl-C stops it.'].join('\n');
  const { admin, client, signInLink } = access;
  const own = dataDir === null ? '' : ` --data-dir ${quoted(dataDir)}`;
  return [
    ...head,
    `  The console: this link signs in once, within 5 minutes (another: npm run -s console${own && ` --${own}`})`,
    signInLink,
    '',
    `  Admin token (12 h; another: npm run -s token -- --scope admin${own})`,
    admin,
    '',
    `  Client token (12 h; another: npm run -s token -- --scope client${own})`,
    client,
    '',
    "  The shopper's orders:",
    `curl -s '${url}/api/client/orders' -H 'Authorization: Bearer ${client}'`,
    '',
    'Ctrl-C stops it.',
  ].join('\n');
}

/** The path as one word of a shell command. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
