import { describe, expect, test } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { startTurnQueue } from '#shared/engine/jobs/turn-queue.ts';
import { createQueuedRecords } from '#services/gateway/commands/queued-records.ts';
import { createRateLimiter } from '#services/gateway/limits/rate-limit.ts';
import { isReplying } from '#shared/platform/redis/connect-redis.ts';
import { accessOf, serverUsers, type ServerUser } from '#deploy/servers/access.ts';
import type { Caller } from '#deploy/servers/server-uris.ts';
import type { Servers } from '#tools/local-stack/servers.ts';
import { eventually } from '../../support/eventually.ts';
import { quiet } from '../support/own-servers.ts';
import { asked } from './asked.ts';

export function testRedisRights(servers: () => Servers, namespace: string): void {
  describe('Redis keys', () => {
    async function ask(caller: Caller, ...[command = '', ...rest]: string[]) {
      const redis = new Redis(servers().uriOf('redis', caller), {
        lazyConnect: true,
        maxRetriesPerRequest: 0,
      });
      try {
        return await asked(() => redis.call(command, ...rest));
      } finally {
        redis.disconnect();
      }
    }

    test('each Redis user can read only its own keys', async () => {
      const keys: Record<ServerUser, string> = {
        gateway: `${namespace}:rate:client:1`,
        catalog: `${namespace}:jobs:catalog-bulk:meta`,
        orders: `${namespace}:jobs:orders-bulk:meta`,
        webhooks: `${namespace}:jobs:webhooks-turns:meta`,
      };
      for (const user of serverUsers) {
        for (const owner of serverUsers) {
          expect([user, owner, await ask(user, 'GET', keys[owner])]).toEqual([
            user,
            owner,
            user === owner ? 'allowed' : 'refused',
          ]);
        }
        expect(await ask(user, 'GET', `other:${keys[user]}`)).toBe('refused');
      }
    });

    test.each(serverUsers)(
      'the Redis user %s can neither flush Redis, shut it down, nor list keys, settings and users',
      async (user) => {
        for (const command of [
          ['FLUSHALL'],
          ['KEYS', '*'],
          ['CONFIG', 'GET', '*'],
          ['ACL', 'LIST'],
          ['SHUTDOWN'],
        ]) {
          expect([command, await ask(user, ...command)]).toEqual([command, 'refused']);
        }
      },
    );

    test('the gateway’s Redis user may store how many requests each caller sent, and how many records each bulk operation changes', async () => {
      const options = { enableOfflineQueue: false, maxRetriesPerRequest: 0 };
      const [redis, operator] = (['gateway', 'operator'] as const).map(
        (caller) => new Redis(servers().uriOf('redis', caller), options),
      ) as [Redis, Redis];
      try {
        await eventually('both connections to Redis to be ready', () =>
          [redis, operator].every(({ status }) => status === 'ready'),
        );
        const take = createRateLimiter({ redis, namespace });
        const queuedRecords = createQueuedRecords({ redis, namespace });
        // The gateway ignores errors of Redis here. Only the keys prove that Redis allowed the commands.
        const keys = [`${namespace}:rate:counted`, `${namespace}:unfinished:records:a-command`];
        await eventually('both keys in Redis', async () => {
          await Promise.all([take('counted', 100), queuedRecords.keep('a-command', 3)]);
          return (await operator.exists(...keys)) === keys.length;
        });
        expect(await queuedRecords.find('a-command')).toBe(3);
      } finally {
        redis.disconnect();
        operator.disconnect();
      }
    });

    test('the gateway’s Redis user may ask whether Redis replies', async () => {
      const redis = new Redis(servers().uriOf('redis', 'gateway'), { maxRetriesPerRequest: 0 });
      try {
        expect(await isReplying(redis, 1000)).toBe(true);
      } finally {
        redis.disconnect();
      }
    });

    test('a Redis script cannot read keys that the user who runs the script cannot read', async () => {
      const script = `return redis.call('GET', '${namespace}:jobs:orders-bulk:meta')`;
      expect(await ask('catalog', 'EVAL', script, '0')).toBe('refused');
      expect(await ask('operator', 'EVAL', script, '0')).toBe('allowed');
    });
  });

  describe('Redis commands', () => {
    // The last text is an error for commands that the server's configuration forbids for all users.
    const refusal =
      /NOPERM|has no permissions to run|can't run this command|not allowed from script|command not allowed/;
    /** Commands that need no permission, because they begin or end a connection. */
    const forAll = ['auth', 'hello', 'quit', 'reset'];
    type CommandInfo = [name: string, arity: number, ...more: unknown[]];

    async function connected<T>(caller: Caller, work: (redis: Redis) => Promise<T>): Promise<T> {
      const redis = new Redis(servers().uriOf('redis', caller), {
        maxRetriesPerRequest: 0,
        disableClientInfo: true,
      });
      redis.on('error', () => undefined);
      try {
        return await work(redis);
      } finally {
        redis.disconnect();
      }
    }

    /** Every command and subcommand of this server, with its minimum number of arguments. */
    async function everyCommand(): Promise<string[][]> {
      const infos = (await connected('operator', (redis) => redis.call('COMMAND'))) as CommandInfo[];
      return infos.flatMap(([name, arity, ...more]) => {
        const subcommands = (more[7] ?? []) as CommandInfo[];
        const own: CommandInfo[] = subcommands.length > 0 ? subcommands : [[name, arity]];
        return own.map(([full, least]) => {
          const words = full.split('|');
          return [...words, ...Array<string>(Math.max(Math.abs(least) - words.length, 0)).fill('1')];
        });
      });
    }

    const answer = (redis: Redis, [name = '', ...rest]: string[]) =>
      redis.call(name, ...rest).then(String, (error: unknown) => String(error));
    /** Requests a dry run from Redis, because the client library handles `select` specially. */
    const dryRun = (user: ServerUser, words: string[]) =>
      connected('operator', (redis) => answer(redis, ['ACL', 'DRYRUN', user, ...words]));

    test.each(serverUsers)(
      'Redis lets the user %s run only the commands in this user’s list of permissions',
      async (user) => {
        const commands = await everyCommand();
        expect(commands.length).toBeGreaterThan(300);
        const listed = accessOf(namespace)
          [user].redis.filter((rule) => rule.startsWith('+'))
          .map((rule) => rule.slice(1));
        const nameOf = ([name = '', subcommand = '']: string[]) =>
          listed.includes(name) || forAll.includes(name) ? name : `${name}|${subcommand}`;
        const others = commands.filter((words) => ![...listed, ...forAll].includes(nameOf(words)));
        const answers = await connected(user, (redis) =>
          Promise.all(
            others.map((words) => (words[0] === 'select' ? dryRun(user, words) : answer(redis, words))),
          ),
        );
        const allowed = others
          .filter((_, index) => !refusal.test(answers[index] ?? ''))
          .map((words) => words.join(' '));
        expect(allowed).toEqual([]);
        const exist = new Set(
          commands.flatMap(([name = '', subcommand = '']) => [name, `${name}|${subcommand}`]),
        );
        expect(listed.filter((command) => !exist.has(command))).toEqual([]);
      },
    );

    test.each(serverUsers)('Redis denies forbidden commands inside a script of the user %s', async (user) => {
      for (const call of [
        "'KEYS', '*'",
        "'SCAN', '0'",
        "'FLUSHALL'",
        "'CONFIG', 'GET', '*'",
        "'CLIENT', 'LIST'",
      ]) {
        const run = (redis: Redis) => redis.call('EVAL', `return redis.call(${call})`, '0');
        await expect(connected(user, run)).rejects.toThrow(refusal);
      }
    });

    test('the BullMQ queue of bulk work runs and retries jobs with only the permitted Redis commands', async () => {
      const redisUrl = servers().uriOf('redis', 'catalog');
      await connected('operator', (redis) => redis.call('ACL', 'LOG', 'RESET'));
      const worked: number[] = [];
      const queue = startTurnQueue({
        redisUrl,
        namespace,
        name: 'catalog-bulk',
        keyField: 'operation',
        concurrency: 2,
        log: quiet,
        takeTurn: async () => {
          worked.push(worked.length);
          if (worked.length === 1) throw new Error('the first attempt fails');
        },
        dueIn: async () => (worked.length < 4 ? 0 : null),
      });
      try {
        await eventually('the connection', () => queue.isOpen);
        await queue.wake('an-operation');
        await eventually('four turns', () => worked.length === 4, 20_000);
        const refused = (await connected('operator', (redis) => redis.call('ACL', 'LOG'))) as unknown[][];
        expect(refused.map((entry) => entry[entry.indexOf('object') + 1])).toEqual([]);
      } finally {
        await queue.close();
      }
    });

    test('a job of a worker that was killed runs in another worker with only the permitted Redis commands', async () => {
      const redisUrl = servers().uriOf('redis', 'catalog');
      const name = 'catalog-bulk';
      const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
      const place = { prefix: `${namespace}:jobs`, connection };
      const producer = new Queue(name, place);
      const killed = new Worker(name, null, { ...place, lockDuration: 1 });
      await producer.add('turn', { operation: 'left' }, { jobId: 'turn-left' });
      expect((await killed.getNextJob('a-token')).id).toBe('turn-left');
      const { promise: isWorked, resolve } = Promise.withResolvers<string>();
      const queue = startTurnQueue({
        redisUrl,
        namespace,
        name,
        keyField: 'operation',
        concurrency: 2,
        log: quiet,
        takeTurn: async (key) => resolve(key),
        dueIn: async () => null,
      });
      try {
        expect(await isWorked).toBe('left');
      } finally {
        await Promise.all([queue.close(), killed.close(true), producer.close()]);
        connection.disconnect();
      }
    });
  });
}
