import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { processPerRole, processPerService } from '#deploy/processes.ts';
import { openDataDir, type DataDir } from '#tools/local-stack/data-dir.ts';
import { ownEnvironment, withoutSecrets } from '#tools/local-stack/process-environment.ts';

const given = {
  BACKUP_KEY: 'AGE-SECRET-KEY-1X',
  MONGODB_PASSWORD: 'word',
  MONGODB_URI: 'mongodb://root:word@a',
  STORE_CURRENCY: 'USD',
  PATH: '/bin',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=own',
};
const servers = { mongodbUri: 'mongodb://b', redisUrl: 'redis://b', rabbitmqUrl: 'amqp://b' };
const before = { ...process.env };
let dataDir: DataDir;

beforeAll(async () => {
  dataDir = await openDataDir(mkdtempSync(join(tmpdir(), 'storefront-environment-')));
  Object.assign(process.env, given);
});
afterAll(() => {
  for (const name of Object.keys(given)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, before);
  dataDir.release();
  rmSync(dataDir.path, { recursive: true });
});

describe('a process of npm start', () => {
  test.each([...processPerRole, ...processPerService])(
    'npm start gives the process $name neither the backup key nor the passwords of administrators',
    ({ roles }) => {
      const environment = ownEnvironment(roles, servers, dataDir);
      expect(environment).toMatchObject({
        STORE_CURRENCY: 'USD',
        PATH: '/bin',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=own',
      });
      expect(environment).not.toHaveProperty('BACKUP_KEY');
      expect(JSON.stringify(environment)).not.toMatch(/AGE-SECRET-KEY|word/);
    },
  );
});

test('a process that runs the api and the worker of a service receives the server URLs and the secrets that either role needs', () => {
  const environment = ownEnvironment(['webhooks-api', 'webhooks-worker'], servers, dataDir);
  expect(environment).toMatchObject({ MONGODB_URI: 'mongodb://b', RABBITMQ_URL: 'amqp://b' });
  expect(environment).toHaveProperty('GATEWAY_WEBHOOKS_SECRET');
  expect(environment).toHaveProperty('WEBHOOK_SECRETS_KEY');
  expect(environment).not.toHaveProperty('GATEWAY_ORDERS_SECRET');
});

test('a program that npm start runs and that declares no settings receives no secrets in its environment', () => {
  const environment = withoutSecrets(given);
  expect(environment).toMatchObject({ STORE_CURRENCY: 'USD', PATH: '/bin' });
  expect(JSON.stringify(environment)).not.toMatch(/AGE-SECRET-KEY|word|authorization/);
});

test('a command receives only those secrets of the environment that it declares as its settings', () => {
  expect(withoutSecrets(given, 'backup')).toMatchObject({
    BACKUP_KEY: given.BACKUP_KEY,
    MONGODB_URI: given.MONGODB_URI,
  });
  expect(withoutSecrets(given, 'backup')).not.toHaveProperty('MONGODB_PASSWORD');
  expect(withoutSecrets(given, 'token')).not.toHaveProperty('BACKUP_KEY');
});
