/**
 * `npm run sessions`: lists console sessions, or ends all sessions of one person. Not available if a provider issues the
 * tokens.
 */
import { keysFolder } from '#services/gateway/auth/keys-folder.ts';
import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import { addressesOf, schemeWith } from '#shared/platform/process/addresses.ts';
import {
  dataDirOption,
  readCommandLine,
  runCommand,
  wrongUsage,
} from '#shared/platform/process/command-line.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { refuseWithProvider } from '#shared/platform/process/provider-tokens.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';

const usage = `Usage: npm run sessions -- list [options]
       npm run sessions -- end <subject> [options]

Lists the sessions of the console, or ends all sessions of one person at every gateway immediately.

  <subject>        the person, as the list shows it, such as layla
  --url URL        the address of the gateway (default: HOST and PORT)
  --data-dir PATH  the local store's folder, if AUTH_KEYS_DIR is not set (default .data)`;

const command = {
  name: 'npm run sessions',
  usage,
  takesNames: true,
  reader: 'console',
  options: { url: { type: 'string' }, ...dataDirOption },
} as const;

/** Reads the command line. Returns null if the help was shown. `subject` is null to list all sessions. */
function readSessionsOptions() {
  const asked = readCommandLine(command);
  if (asked === null) return null;
  const [act, subject = null, ...more] = asked.positionals;
  const { url, 'data-dir': dataDir } = asked.values;
  if (url !== undefined && !(URL.canParse(url) && /^https?:\/\/[^/?#]+\/?$/.test(url)))
    throw wrongUsage(command.name, `--url must be an address such as https://shop.example, not "${url}"`);
  if (act === 'list' ? subject !== null : act !== 'end' || subject === null || more.length > 0)
    throw wrongUsage(command.name, 'use list, or end and a subject');
  return { subject, url, dataDir };
}

interface Known {
  subject: string;
  name: string;
  signed_in_by: string;
  signed_in_at: string;
  ends_at: string;
}

async function ask<T>(url: string, token: string, method: 'GET' | 'DELETE'): Promise<T> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(url, { method, headers }).catch((error: unknown) => {
    throw new PlainError(`The gateway at ${new URL(url).origin} does not respond: ${String(error)}`);
  });
  if (!answer.ok) throw new PlainError(`The gateway responded with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

function describe({ subject, name, signed_in_by: by, signed_in_at: since, ends_at: until }: Known): string {
  return `${subject} (${name}) signed in at ${since} by ${by}; without use, the session ends at ${until}`;
}

await runCommand(async () => {
  const asked = readSessionsOptions();
  if (asked === null) return;
  const settings = ownSettings('console');
  refuseWithProvider(
    settings,
    'End sessions in the console’s settings, or by DELETE /console/sessions?subject= with',
  );
  const { HOST: host, PORT: port, TLS_CERT_FILE: certFile } = settings;
  const own = asked.url ?? addressesOf(schemeWith(certFile), host, port)[0] ?? '';
  const address = `${own.replace(/\/+$/, '')}/console/sessions`;
  const keys = await loadSigningKeys(keysFolder(settings, asked.dataDir));
  const token = await signToken(keys, { subject: 'admin', scope: 'admin', lifetime: 60 });
  if (asked.subject === null) {
    const { data } = await ask<{ data: { sessions: Known[] } }>(address, token, 'GET');
    const lines = data.sessions.length === 0 ? ['No one is signed in.'] : data.sessions.map(describe);
    process.stdout.write(`${lines.join('\n')}\n`);
    return;
  }
  const query = new URLSearchParams({ subject: asked.subject }).toString();
  const { ended } = await ask<{ ended: number }>(`${address}?${query}`, token, 'DELETE');
  process.stdout.write(`${ended === 1 ? '1 session' : `${ended} sessions`} of ${asked.subject} ended.\n`);
});
