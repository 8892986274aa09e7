/** `npm run token`: prints a token that the store's own keys sign, or adds a new signing key. */
import { createHash } from 'node:crypto';
import {
  dataDirOption,
  readCommandLine,
  runCommand,
  wrongUsage,
} from '#shared/platform/process/command-line.ts';
import { longestExternalId } from '#shared/contracts/kit/define.ts';
import type { PlainError } from '#shared/platform/settings/plain-error.ts';
import { refuseWithProvider, type UserKind } from '#shared/platform/process/provider-tokens.ts';
import { givenSetting, ownSettings } from '#shared/platform/settings/own-settings.ts';
import { keysFolder } from './keys-folder.ts';
import { addSigningKey, loadSigningKeys, signToken } from './signing-keys.ts';

const usage = `Usage: npm run -s token -- <scope> [--name NAME] [--user ID] [--ttl TIME] [--data-dir PATH]
       npm run -s token -- rotate [--data-dir PATH]

Prints a token that this store's own keys sign.

  <scope>     the rights of the token: admin, admin:read, client, or several of them; --scope "admin client" means the same
  --name      the name in timelines, histories and operations, at most 64 characters; layla becomes admin:layla (default admin)
  --user      the user of a client token: an id or, with AUTH_USER_KIND=external, an external_id (default 1, the seeded shopper)
  --ttl       how long the token is valid: 90s, 30m, 12h (default 12h, at most TOKEN_LONGEST_HOURS)
  --data-dir  the local store's folder, if AUTH_KEYS_DIR is not set (default .data)
  rotate      creates a new key for signing; tokens of earlier keys stay valid until they expire
              or you remove the file of their key`;

const command = {
  name: 'npm run token',
  usage,
  takesNames: true,
  reader: 'token',
  options: {
    scope: { type: 'string' },
    name: { type: 'string' },
    user: { type: 'string' },
    ttl: { type: 'string' },
    ...dataDirOption,
  },
} as const;

const usualHours = 12;
const scopes = new Set(['admin', 'admin:read', 'client']);
const secondsIn: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

interface TokenOptions {
  subject: string;
  scope: string;
  claims: Record<string, number | string>;
  /** The token's lifetime in seconds. */
  lifetime: number;
  dataDir: string;
}

interface Rotation {
  rotates: true;
  dataDir: string;
}

/** `userClaim` is the claim that holds the user's id. Returns null after printing help. Throws usage errors. */
export function tokenOptions(
  args: string[],
  userClaim = 'sub',
  userKind: UserKind = 'id',
  longestHours = 24,
): TokenOptions | Rotation | null {
  const asked = readCommandLine(command, args);
  if (asked === null) return null;
  const { positionals } = asked;
  const { 'data-dir': dataDir, ...values } = asked.values;
  if (positionals.join() === 'rotate' && Object.keys(values).length === 0) return { rotates: true, dataDir };
  const granted = [...positionals, ...(values.scope?.split(/[\s,]+/) ?? [])].filter((scope) => scope !== '');
  const unknown = granted.find((scope) => !scopes.has(scope));
  if (granted.length === 0) throw refuse('name a scope: admin, admin:read or client');
  if (unknown !== undefined) throw refuse(`there is no scope "${unknown}"`);
  const isClient = granted.includes('client');
  const user = values.user === undefined && !isClient ? null : userNamed(values.user ?? '1', userKind);
  if (user !== null && values.name !== undefined)
    throw refuse('--name is only for admins; use --user for a shopper');
  return {
    subject: user === null ? adminSubject(values.name ?? 'admin') : String(user),
    scope: granted.join(' '),
    claims: {
      ...(values.name !== undefined && { name: values.name.trim() }),
      ...(user !== null && userClaim !== 'sub' && { [userClaim]: user }),
    },
    lifetime: lifetimeOf(values.ttl, longestHours),
    dataDir,
  };
}

function refuse(why: string): PlainError {
  return wrongUsage(command.name, why);
}

/**
 * Makes the `sub` claim of an admin's token from a display name: `layla` stays, `Layla Haddad` becomes `Layla.Haddad`. A name
 * with characters that the claim can't have becomes `staff-` and a digest. The claim begins with a letter, because a number
 * would be a shopper's id.
 */
export function adminSubject(name: string, ofCommand: string = command.name): string {
  const length = Array.from(name.trim()).length;
  if (length === 0 || length > 64 || /\p{C}/u.test(name))
    throw wrongUsage(ofCommand, '--name must be 1 to 64 visible characters');
  const subject = name.trim().replaceAll(/\s+/g, '.');
  if (/^[a-z][\w.@-]*$/i.test(subject)) return subject;
  return `staff-${createHash('sha256').update(name.trim().normalize()).digest('hex').slice(0, 12)}`;
}

function userNamed(text: string, kind: UserKind): number | string {
  if (kind === 'id') return userId(text);
  if (text !== '' && text.length <= longestExternalId) return text;
  throw refuse(`--user must be an external_id of at most ${longestExternalId} characters`);
}

function userId(text: string): number {
  const id = Number(text);
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id;
  throw refuse(`--user must be a positive integer, not "${text}"`);
}

/** In seconds. The lifetime is limited, because a single token can't be revoked, only all tokens of a signing key together. */
function lifetimeOf(ttl: string | undefined, longestHours: number): number {
  if (ttl === undefined) return Math.min(usualHours, longestHours) * 3600;
  const lifetime = seconds(ttl);
  if (lifetime > longestHours * 3600)
    throw refuse(`--ttl must be at most ${longestHours}h (TOKEN_LONGEST_HOURS)`);
  return lifetime;
}

function seconds(text: string): number {
  const match = /^([1-9]\d{0,8})([smhd]?)$/.exec(text);
  if (!match) throw refuse(`--ttl must be a time such as 30m or 12h, not "${text}"`);
  return Number(match[1]) * (secondsIn[match[2] ?? ''] ?? 1);
}

/** The running gateway needs no restart: it loads the new key as soon as a token contains its id. */
async function rotate(directory: string): Promise<string> {
  await addSigningKey(directory);
  const keys = await loadSigningKeys(directory);
  return (
    `Key ${keys.at(-1)?.kid ?? ''} signs from now on. Tokens of the ${keys.length - 1} earlier keys stay valid until they expire.\n` +
    `To revoke all tokens of a key immediately, remove its file from ${directory} and restart the gateway.`
  );
}

async function main(): Promise<void> {
  const userKind = givenSetting('AUTH_USER_KIND') === 'external' ? 'external' : 'id';
  const longestHours = Number(givenSetting('TOKEN_LONGEST_HOURS'));
  const asked = tokenOptions(process.argv.slice(2), givenSetting('AUTH_USER_CLAIM'), userKind, longestHours);
  if (asked === null) return;
  const settings = ownSettings('token');
  refuseWithProvider(settings, 'Ask it for');
  const directory = keysFolder(settings, asked.dataDir);
  const answer =
    'rotates' in asked ? await rotate(directory) : await signToken(await loadSigningKeys(directory), asked);
  process.stdout.write(`${answer}\n`);
}

if (import.meta.main) await runCommand(main);
