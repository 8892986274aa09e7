import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { passwordsOf } from '#deploy/servers/passwords.ts';
import { openDataDir } from '#tools/local-stack/data-dir.ts';
import { nativePrograms } from '#tools/local-stack/native-servers.ts';

let root: string;
const path = process.env['PATH'];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'storefront-native-'));
  mkdirSync(join(root, 'bin'));
  for (const name of ['epmd', 'rabbitmq-server']) writeFileSync(join(root, 'bin', name), '', { mode: 0o755 });
  process.env['PATH'] = `${join(root, 'bin')}${delimiter}${path ?? ''}`;
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(root, { recursive: true });
});

/** The environment with which RabbitMQ would start on the data in this folder. */
async function brokerIn(folder: string) {
  const dataDir = await openDataDir(folder);
  try {
    const place = { port: 5672, passwords: passwordsOf('rabbitmq', dataDir.secret), namespace: 'store' };
    const options = { dataDir, namespace: 'store', say: () => undefined };
    return (await nativePrograms.rabbitmq(place, options)).env;
  } finally {
    dataDir.release();
  }
}

test('RabbitMQ keeps the name of its node after the data folder was moved, because its data belongs to this name', async () => {
  const before = await brokerIn(join(root, 'store'));
  renameSync(join(root, 'store'), join(root, 'moved'));
  const { RABBITMQ_NODENAME } = await brokerIn(join(root, 'moved'));
  expect(RABBITMQ_NODENAME).toMatch(/^store-[0-9a-f]{8}@localhost$/);
  expect(RABBITMQ_NODENAME).toBe(before['RABBITMQ_NODENAME']);
});

test.each(['C#', "Ann's", 'متجر', '店'])(
  'a data folder named %s, in which RabbitMQ does not start, is refused with a hint at --data-dir',
  async (name) => {
    await expect(brokerIn(join(root, name))).rejects.toThrow(
      /^RabbitMQ cannot run in [^\n]+ npm start -- --data-dir PATH$/,
    );
  },
);
