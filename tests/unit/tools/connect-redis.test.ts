import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { answers } from '#tools/local-stack/local-server.ts';
import { openKeys } from '#tools/operate/restore/redis-keys.ts';

const reply = 'WRONGPASS invalid username-password pair or user is disabled.';
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    // Each command begins with a line such as *3, the number of its words.
    socket.on('data', (data) => {
      const commands = String(data).match(/^\*\d+\r$/gm) ?? [];
      socket.write(`-${reply}\r\n`.repeat(commands.length));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `redis://:wrong@127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('if Redis rejects the connection, the error of npm run restore contains the reason that Redis gives', async () => {
  await expect(openKeys(url, 'store')).rejects.toThrow(
    `Redis does not respond: ${reply} Run this command again when it does.`,
  );
  await expect(openKeys('redis://127.0.0.1:1/', 'store')).rejects.toThrow('ECONNREFUSED');
});

test('if the Redis at REDIS_URL rejects the connection, the error of npm start contains the reason that Redis gives', async () => {
  await expect(answers.redis(url)).rejects.toThrow(reply);
});

test('npm start fails with “timed out” if the server at REDIS_URL accepts connections but never replies', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  await expect(answers.redis(`redis://127.0.0.1:${port}/`)).rejects.toThrow('timed out');
  await new Promise((resolve) => silent.close(resolve));
}, 15_000);
