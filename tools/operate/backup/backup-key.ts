import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

import type { SettingsOf } from '#shared/platform/settings/settings.ts';

/** Keys that encrypt and decrypt backups. The format is that of age, so `age -d -i key FILE` decrypts backups too. */
export interface BackupKey {
  /** Public keys. They can encrypt backups, but cannot decrypt them. */
  recipients: string[];
  /** Secret keys. Empty if only a public key was given. */
  identities: string[];
}

/**
 * Reads the keys in BACKUP_KEY and in the file of BACKUP_KEY_FILE. Backups are encrypted for both keys, and
 * each key alone can decrypt them. Returns null if no key is given. Keys are never command-line arguments,
 * because other users of the machine can see arguments.
 */
export async function readBackupKey({
  BACKUP_KEY: given,
  BACKUP_KEY_FILE: file,
}: Pick<SettingsOf<'backup'>, 'BACKUP_KEY' | 'BACKUP_KEY_FILE'>): Promise<BackupKey | null> {
  const keys = [
    ...(given === null ? [] : [await parseKey(given, 'BACKUP_KEY')]),
    ...(file === null ? [] : [await parseKey(readKeyFile(file), file)]),
  ];
  if (keys.length === 0) return null;
  return {
    recipients: [...new Set(keys.flatMap(({ recipients }) => recipients))],
    identities: keys.flatMap(({ identities }) => identities),
  };
}

async function parseKey(text: string, source: string): Promise<BackupKey> {
  const words = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const identities = words.filter((word) => word.startsWith('AGE-SECRET-KEY-'));
  const recipients = words.filter((word) => word.startsWith('age1'));
  if (identities.length + recipients.length !== words.length || words.length === 0) {
    throw new PlainError(
      `${source} contains no key. It needs a line AGE-SECRET-KEY-1… or, only for making backups, age1…. ` +
        'To create a key: npm run backup -- --make-key FILE',
    );
  }
  try {
    const own = await Promise.all(identities.map((identity) => identityToRecipient(identity)));
    for (const recipient of recipients) new Encrypter().addRecipient(recipient);
    return { identities, recipients: [...new Set([...recipients, ...own])] };
  } catch {
    throw new PlainError(`The key in ${source} is damaged: a character is wrong or missing.`);
  }
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new PlainError(`The backup's key can't be read: ${(error as Error).message}`);
  }
}

/** Writes a new key to a new file. Returns its public key. */
export async function makeBackupKey(file: string): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  try {
    writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new PlainError(`The key can't be written: ${(error as Error).message}`);
  }
  return recipient;
}

export async function encrypted(
  plain: AsyncIterable<Uint8Array>,
  { recipients }: BackupKey,
): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return encrypter.encrypt(ReadableStream.from(plain));
}

export async function decrypted(
  stored: AsyncIterable<Uint8Array>,
  { identities }: BackupKey,
): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return decrypter.decrypt(ReadableStream.from(stored));
}

/** Returns the reason why this key cannot decrypt a backup for these recipients, or null if it can. */
export async function whyNotOpened(
  recipients: readonly string[],
  key: BackupKey | null,
): Promise<string | null> {
  if (recipients.length === 0) return null;
  const remedy = 'Give its key in BACKUP_KEY_FILE or BACKUP_KEY.';
  if (key === null) return `The backup is encrypted. ${remedy}`;
  if (key.identities.length === 0) {
    return `The key that was given only makes backups: it is the public half. ${remedy}`;
  }
  const own = await Promise.all(key.identities.map((identity) => identityToRecipient(identity)));
  if (own.some((recipient) => recipients.includes(recipient))) return null;
  return `The backup is encrypted for another key than the one that was given: for ${recipients.join(', ')}. ${remedy}`;
}
