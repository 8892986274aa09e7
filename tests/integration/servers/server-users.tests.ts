import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { processes, processNames, serverVariables } from '#deploy/processes.ts';
import { serverUsers } from '#deploy/servers/access.ts';
import { toolUsers } from '#deploy/servers/tool-access.ts';
import { serviceNames } from '#shared/contracts/kit/define.ts';
import { answers } from '#tools/local-stack/local-server.ts';
import { commandRunner } from '../../support/commands/command-runner.ts';
import { temporaryFolder } from '../../support/servers.ts';
import { testMongodbRights } from './mongodb-rights.ts';
import { namespace, password, servers } from './own-servers.ts';
import { testRabbitmqRights } from './rabbitmq-rights.ts';
import { testRedisRights } from './redis-rights.ts';
import { testToolRights } from './tool-rights.ts';

const runCommand = commandRunner();

testToolRights(() => servers, namespace, runCommand);
testRabbitmqRights(() => servers, namespace);
testMongodbRights(() => servers, namespace);
testRedisRights(() => servers, namespace);

describe('a password with special characters', () => {
  test.each([
    ['mongodb', ['operator', ...serviceNames, 'backup', 'restore']],
    ['rabbitmq', ['operator', ...serverUsers, 'restore']],
  ] as const)(
    'each user that the store has on the server %s can log in with a password that contains special characters',
    async (server, users) => {
      for (const user of users) expect(await answers[server](servers.uriOf(server, user))).toBe(true);
    },
  );

  test('each Redis user can log in with a password that contains special characters', async () => {
    expect(await answers.redis(servers.uriOf('redis', 'operator'))).toBe(true);
    // The user of a service has no permission for PING, but the error NOPERM proves that Redis accepted the password.
    for (const user of [...serverUsers, 'restore'] as const)
      await expect(answers.redis(servers.uriOf('redis', user))).rejects.toThrow(/NOPERM/);
  });

  test('a server password with special characters reaches the processes in containers unchanged', () => {
    const volumes = temporaryFolder();
    const all = [
      'secrets',
      'operator',
      ...toolUsers,
      'mongodb-secrets',
      'redis-secrets',
      'rabbitmq-secrets',
      ...processNames,
    ];
    for (const volume of all) mkdirSync(join(volumes, volume));
    const given: [string, string][] = ['MONGODB', 'REDIS', 'RABBITMQ'].flatMap((server) =>
      ['', ...[...serverUsers, ...toolUsers].map((user) => `${user.toUpperCase()}_`)].map(
        (user): [string, string] => [`${server}_${user}PASSWORD`, password],
      ),
    );
    const env: NodeJS.ProcessEnv = { ...process.env, ...Object.fromEntries(given), STORE_VOLUMES: volumes };
    const { status, stderr } = spawnSync(process.execPath, ['deploy/container/secrets.ts'], {
      env,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    const settingsOf = (volume: string) =>
      JSON.parse(readFileSync(join(volumes, volume, 'store.json'), 'utf8')) as Record<string, string>;
    expect(settingsOf('operator')).toMatchObject({
      MONGODB_PASSWORD: password,
      MONGODB_ORDERS_PASSWORD: password,
    });
    for (const name of processNames) {
      for (const server of processes[name].servers) {
        const uri = settingsOf(name)[serverVariables[server]] ?? '';
        expect(decodeURIComponent(new URL(uri).password)).toBe(password);
        const [, userInfo] = /\/\/([^@]*@)/.exec(servers.uriOf(server, processes[name].user)) ?? [];
        expect(uri).toContain(userInfo);
      }
    }
  });
});
