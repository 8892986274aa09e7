import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { logTail } from './logs.ts';
import { withProgress, type Say } from './progress.ts';

/**
 * Returns the first executable among the candidates. A candidate is a full path, or a name on the PATH or in the usual folders.
 */
export function findProgram(...candidates: string[]): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/local/bin',
    '/usr/bin',
    '/usr/local/sbin',
    '/opt/homebrew/bin',
    '/opt/homebrew/sbin',
  ];
  return candidates
    .flatMap((name) => (name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name))))
    .find(isExecutable);
}

interface Packages {
  /** The purpose of the packages, for messages. */
  what: string;
  apt: string[];
  brew: string[];
  /** The systemd units that must not start at boot. */
  units?: string[];
  logFolder: string;
  say: Say;
}

let lastInstall: Promise<void> = Promise.resolve();

/**
 * Installs packages with the system's package manager. Concurrent calls run one after the other. The servers in the packages
 * are not started.
 */
export function installPackages(packages: Packages): Promise<void> {
  const installed = lastInstall.then(() => installNow(packages));
  lastInstall = installed.catch(() => undefined);
  return installed;
}

async function installNow(packages: Packages): Promise<void> {
  const { what, apt, brew, units = [] } = packages;
  if (process.platform === 'darwin') {
    const byHand = `brew install ${brew.join(' ')}`;
    const program = findProgram('brew');
    if (program === undefined) throw new PlainError(remedy(what, byHand));
    await install(packages, [program, 'install', ...brew], byHand);
    return;
  }
  if (findProgram('apt-get') === undefined) throw new PlainError(remedy(what));
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const byHand = [...sudo.slice(0, 1), 'apt-get install --no-install-recommends', ...apt].join(' ');
  if (sudo.length > 0 && !(await succeeds([...sudo, 'true']))) throw new PlainError(remedy(what, byHand));
  const script = ['sh', '-c', aptScript, 'install', apt.join(' '), units.join(' ')];
  await install(packages, [...sudo, ...script], byHand);
}

/** $1: the packages. $2: the units that must be started neither now nor at boot. */
const aptScript = `
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  trap 'exit 1' INT TERM HUP
  printf '#!/bin/sh\\nexit 101\\n' > $policy && chmod 755 $policy
fi
apt-get -q update
apt-get -q -y --no-install-recommends -o DPkg::Lock::Timeout=300 install $1 || exit 1
for unit in $2; do systemctl disable --now $unit || true; done
`;

async function install({ what, logFolder, say }: Packages, command: string[], byHand: string): Promise<void> {
  const logFile = join(logFolder, 'install.log');
  const done = await withProgress(say, `Installing ${what} (${byHand})`, succeeds(command, logFile));
  if (!done)
    throw new PlainError(`${what} could not be installed. ${remedy(what, byHand)}\n${logTail(logFile)}`);
}

function remedy(what: string, byHand?: string): string {
  const command =
    byHand === undefined ? `Install ${what} with this system's package manager` : `Run: ${byHand}`;
  return (
    `${command}\nor start a Docker engine, or name running servers in MONGODB_URI, REDIS_URL and RABBITMQ_URL; ` +
    'then run the same command again.'
  );
}

/** Runs a program in its own process group, because Ctrl-C must not interrupt a package manager. Returns whether it succeeded. */
function succeeds([program = '', ...args]: string[], logFile?: string): Promise<boolean> {
  const log = logFile === undefined ? 'ignore' : openSync(logFile, 'a', 0o600);
  const child = spawn(program, args, { stdio: ['ignore', log, log], detached: true });
  if (log !== 'ignore') closeSync(log);
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
