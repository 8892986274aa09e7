/** `npm run console`: prints a link for one sign-in to the console of a store that signs tokens with its own keys. */
import { addressesOf, schemeWith } from '#shared/platform/process/addresses.ts';
import {
  dataDirOption,
  readCommandLine,
  runCommand,
  wrongUsage,
} from '#shared/platform/process/command-line.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { keysFolder } from '../auth/keys-folder.ts';
import { loadSigningKeys, signLinkCode } from '../auth/signing-keys.ts';
import { adminSubject } from '../auth/token.ts';

const usage = `Usage: npm run console -- [--name NAME] [--scope SCOPE] [--url URL] [--data-dir PATH]

Prints a link for signing in at the console. It works once, within five minutes. The session lasts at most twelve hours.

  --name      the name in histories and operations, at most 64 characters; layla becomes admin:layla (default admin)
  --scope     the rights of the session: admin, or admin:read to read only (default admin)
  --url       the address at which browsers open the gateway (default: PUBLIC_URL, otherwise HOST and PORT)
  --data-dir  the local store's folder, if AUTH_KEYS_DIR is not set (default .data)`;

const command = {
  name: 'npm run console',
  usage,
  reader: 'console',
  options: {
    name: { type: 'string', default: 'admin' },
    scope: { type: 'string', default: 'admin' },
    url: { type: 'string' },
    ...dataDirOption,
  },
} as const;

const linkSeconds = 300;

/** Returns null after printing help. Throws usage errors. */
export function linkOptions(args: string[]) {
  const asked = readCommandLine(command, args);
  if (asked === null) return null;
  const { name, scope, url = null, 'data-dir': dataDir } = asked.values;
  if (scope !== 'admin' && scope !== 'admin:read')
    throw wrongUsage(command.name, `--scope must be admin or admin:read, not "${scope}"`);
  if (url !== null && !/^https?:\/\/[^/?#]+\/?$/.test(url))
    throw wrongUsage(command.name, `--url must be an address such as https://shop.example, not "${url}"`);
  return { subject: adminSubject(name, command.name), name: name.trim(), scope, url, dataDir };
}

/** The code comes after the #, so browsers send it to no server and no log contains it. */
export function signInLink(address: string, code: string): string {
  return `${address.replace(/\/+$/, '')}/console/sign-in#${code}`;
}

function addressOf(settings: SettingsOf<'console'>): string {
  const { PUBLIC_URL: publicUrl, HOST: host, PORT: port, TLS_CERT_FILE: certFile } = settings;
  return publicUrl ?? addressesOf(schemeWith(certFile), host, port)[0] ?? '';
}

async function main(): Promise<void> {
  const asked = linkOptions(process.argv.slice(2));
  if (asked === null) return;
  const settings = ownSettings('console');
  if (settings.AUTH_JWKS_URL !== null)
    throw new PlainError(
      'Sign-in links do not work when tokens come from an identity provider (AUTH_JWKS_URL is set). Open /console and sign in there (docs/operate/sign-in.md).',
    );
  const { url, dataDir, ...who } = asked;
  const keys = await loadSigningKeys(keysFolder(settings, dataDir));
  const code = await signLinkCode(keys, { ...who, lifetime: linkSeconds });
  process.stdout.write(`${signInLink(url ?? addressOf(settings), code)}\n`);
}

if (import.meta.main) await runCommand(main);
