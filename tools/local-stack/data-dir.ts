import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { makeFolder } from '#shared/platform/process/make-folder.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { freePort } from './free-port.ts';
import { processIdentity, stopRecorded } from './process-records.ts';

export interface DataDir {
  path: string;
  /** Deletes all data. Call this only during a start, while no server is running. */
  clear(): void;
  /** Returns a random secret, which is created and saved on first use. */
  secret: (name: string) => string;
  kept(name: string): string | undefined;
  keep(name: string, value: string): void;
  /**
   * Returns the saved port for this name. If another program listens on the saved port, or the port is saved for another name,
   * returns a new port.
   */
  port(name: string): Promise<number>;
  folder(name: string): string;
  /** Releases the lock, so that other commands can use the folder. */
  release(): void;
}

interface Holder {
  pid: number;
  identity: string;
}

/** Locks the folder for this process. Stops processes that were left running when the previous owner of the lock was killed. */
export async function openDataDir(path: string): Promise<DataDir> {
  makeFolder(path);
  refuseReadOnly(path);
  const settingsFile = join(path, 'settings.json');
  if (!existsSync(settingsFile)) refuseOthersFiles(path, settingsFile);
  takeLock(path);
  const release = () => releaseLock(path);
  process.once('exit', release);
  await stopRecorded(join(path, 'run'));
  let settings = readSettings(settingsFile);

  const keep = (name: string, value: string) => {
    if (settings[name] === value) return;
    settings[name] = value;
    const text = `${JSON.stringify(settings, null, 2)}\n`;
    writeFileSync(`${settingsFile}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${settingsFile}.new`, settingsFile);
  };
  const begin = () => keep('made', settings['made'] ?? new Date().toISOString());

  begin();
  return {
    path,
    keep,
    clear() {
      empty(path);
      settings = {};
      begin();
    },
    kept: (name) => settings[name],
    secret(name) {
      const secret = settings[name] ?? randomBytes(24).toString('hex');
      keep(name, secret);
      return secret;
    },
    async port(name) {
      const { [`${name}-port`]: last, ...others } = settings;
      const ports = Object.entries(others).filter(([key]) => key.endsWith('-port'));
      const wanted = last === undefined ? undefined : Number(last);
      const taken = ports.map(([, port]) => Number(port));
      const port = await freePort(wanted, taken);
      keep(`${name}-port`, String(port));
      return port;
    },
    folder(name) {
      const folder = join(path, name);
      makeFolder(folder);
      return folder;
    },
    release() {
      process.off('exit', release);
      release();
    },
  };
}

function refuseReadOnly(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new PlainError(
      `The store cannot keep its data in ${path} (${(error as Error).message}). Name another folder, or let this user write to it.`,
    );
  }
}

const ours = new Set(['lock', 'run', 'logs', 'installing', 'settings.json', 'settings.json.new']);

/** Files of other commands in the default folder, such as `client:pack`, the checks and the measurements. */
const ofOtherCommands = /^(?:clients|strangers|upgrade|(?:[a-z]+-)?bench(?:\.json)?)$/;

/** Folders with a store's data. Without settings.json, which contains the passwords and keys, no process can open this data. */
const storeFolders = new Set(['keys', 'mongodb', 'redis', 'rabbitmq']);

function refuseOthersFiles(path: string, settingsFile: string): void {
  const others = readdirSync(path).filter(
    (name) => !ours.has(name) && !name.startsWith('lock.') && !ofOtherCommands.test(name),
  );
  if (others.length === 0) return;
  throw new PlainError(
    others.some((name) => storeFolders.has(name))
      ? `${settingsFile}, which holds the servers' passwords and the store's keys, is missing. Restore your copy of it (docs/operate/backup.md), ` +
          `or remove ${path} to begin a new store without its data.`
      : `${path} contains other files. Name an empty folder for the store's data.`,
  );
}

function readSettings(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    throw new PlainError(
      `${file} can't be read as JSON. It has the servers' passwords and the store's keys: restore your copy of it (docs/operate/backup.md). ` +
        'Without a copy, all data of this store is lost: remove its folder to begin a new store.',
    );
  }
}

function empty(path: string): void {
  for (const name of readdirSync(path)) {
    if (name !== 'lock' && name !== 'installing') rmSync(join(path, name), { recursive: true, force: true });
  }
}

function takeLock(path: string): void {
  const lock = join(path, 'lock');
  const mine = `${lock}.${process.pid}`;
  const holder: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
  writeFileSync(mine, JSON.stringify(holder), { mode: 0o600 });
  try {
    while (!tryLink(mine, lock)) {
      const other = livingHolder(lock);
      if (other !== undefined)
        throw new PlainError(
          `Another command uses ${path} (pid ${other.pid}). Stop it (Ctrl-C in its terminal, or: kill ${other.pid}), ` +
            'then try again.',
        );
      removeEnded(lock, `${mine}.ended`);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/**
 * Removes the lock of a process that has ended. Another command may have replaced the lock since it was read. So this moves the
 * lock away before it looks at the lock again, and puts back the lock of a running process.
 */
function removeEnded(lock: string, moved: string): void {
  try {
    renameSync(lock, moved);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (livingHolder(moved) !== undefined) tryLink(moved, lock);
  rmSync(moved);
}

/** Creates the link unless it exists. A link appears atomically, so no process can read a half-written lock. */
function tryLink(file: string, link: string): boolean {
  try {
    linkSync(file, link);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

export function isInUse(path: string): boolean {
  return livingHolder(join(path, 'lock')) !== undefined;
}

function livingHolder(lock: string): Holder | undefined {
  const holder = readHolder(lock);
  return holder !== undefined && processIdentity(holder.pid) === holder.identity ? holder : undefined;
}

function releaseLock(path: string): void {
  const lock = join(path, 'lock');
  if (readHolder(lock)?.pid === process.pid) rmSync(lock, { force: true });
}

function readHolder(lock: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
