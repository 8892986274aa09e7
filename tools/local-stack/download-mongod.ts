import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { MongoBinaryDownload } from 'mongodb-memory-server-core/lib/util/MongoBinaryDownload.js';
import { MongoBinaryDownloadUrl } from 'mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js';
import { EnvHttpProxyAgent, request } from 'undici';

import { pins } from '#deploy/pins.ts';

/** Downloads MongoDB's archive for this machine, verifies its SHA-256 and unpacks it. Returns the path of mongod. */
export async function downloadMongod(folder: string): Promise<string> {
  const { version, sha256 } = pins.mongodb;
  const downloader = new MongoBinaryDownload({ version, downloadDir: folder, checkMD5: false });
  const archive = await downloader.startDownload();
  const expected = sha256[basename(archive)] ?? (await publishedSum(downloader));
  await verifySum(archive, expected);
  await downloader.extract(archive);
  return downloader.getMongodPath();
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

/** Downloads the publisher's checksum, for an archive without a checksum in deploy/pins.json. */
async function publishedSum(downloader: MongoBinaryDownload): Promise<string> {
  const url = await new MongoBinaryDownloadUrl(downloader.binaryOpts).getDownloadUrl();
  const response = await request(`${url}.sha256`, { dispatcher: new EnvHttpProxyAgent() });
  const text = await response.body.text();
  const [sum = ''] = text.trim().split(/\s/);
  if (response.statusCode !== 200 || !/^[0-9a-f]{64}$/.test(sum)) {
    throw new Error(`No SHA-256 is published for ${basename(url)}`);
  }
  return sum;
}
