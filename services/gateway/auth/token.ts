/** Command line: prints a token of an embedded set-up and nothing else, or rotates its keys. */
import { parseArgs } from 'node:util';
import { addSigningKey, loadSigningKeys, signToken } from './signing-keys.ts';

const usage = `Usage: npm run -s token -- --scope <admin|admin:read|client> [--user <id>] [--ttl <time>]
       npm run -s token -- rotate

  --scope  what the token may do; several in quotes: "admin client"
  --user   the user of a client token (default 1, the seeded shopper)
  --ttl    how long it is good for: 90s, 30m, 12h, 7d (default 12h)
  rotate   makes a new key that signs from now on; tokens of the older ones stay good until they end

The keys are those of AUTH_KEYS_DIR (default .data/keys), made if there are none.`;

const scopes = new Set(['admin', 'admin:read', 'client']);
const secondsIn: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

interface TokenOptions {
  subject: string;
  scope: string;
  claims: Record<string, number>;
  /** Seconds. */
  lifetime: number;
}

/** Parses the arguments; `userClaim` gets the user beside `sub`. Throws what is wrong with them. */
export function tokenOptions(args: string[], userClaim = 'sub'): TokenOptions {
  const { values } = parseArgs({
    args,
    options: {
      scope: { type: 'string' },
      user: { type: 'string' },
      ttl: { type: 'string', default: '12h' },
    },
  });
  const granted = values.scope?.split(/[\s,]+/).filter((scope) => scope !== '') ?? [];
  const unknown = granted.find((scope) => !scopes.has(scope));
  if (granted.length === 0) throw new Error('--scope is required.');
  if (unknown !== undefined) throw new Error(`There is no scope "${unknown}".`);
  const isClient = granted.includes('client');
  const user = values.user === undefined && !isClient ? null : userId(values.user ?? '1');
  return {
    subject: user === null ? 'admin' : String(user),
    scope: granted.join(' '),
    claims: user === null || userClaim === 'sub' ? {} : { [userClaim]: user },
    lifetime: seconds(values.ttl),
  };
}

function userId(text: string): number {
  const id = Number(text);
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id;
  throw new Error(`--user must be a positive integer, not "${text}".`);
}

function seconds(text: string): number {
  const match = /^([1-9]\d{0,8})([smhd]?)$/.exec(text);
  if (!match) throw new Error(`--ttl must be a time such as 30m, 12h or 7d, not "${text}".`);
  return Number(match[1]) * (secondsIn[match[2] ?? ''] ?? 1);
}

/** The running gateway finds the new key by itself, as soon as a token names it. */
async function rotate(directory: string): Promise<string> {
  await addSigningKey(directory);
  const keys = await loadSigningKeys(directory);
  return (
    `Key ${keys.at(-1)?.kid ?? ''} signs from now on. Tokens of the ${keys.length - 1} before it stay good until they end.\n` +
    `To revoke those of a key at once, remove its file from ${directory} and restart the gateway.`
  );
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const directory = process.env['AUTH_KEYS_DIR'] ?? '.data/keys';
  try {
    if (args[0] === 'rotate' && args.length === 1) {
      process.stdout.write(`${await rotate(directory)}\n`);
      return;
    }
    const options = tokenOptions(args, process.env['AUTH_USER_CLAIM']);
    process.stdout.write(`${await signToken(await loadSigningKeys(directory), options)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`);
    process.exitCode = 2;
  }
}

if (import.meta.main) await main();
