import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';

const program = join(import.meta.dirname, '../../../deploy/container/health.mjs');
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A port whose `/health/ready` answers with this status; null: a port without a server. */
async function portThatAnswers(status: number | null): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/health/ready' && status !== null ? status : 404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (status === null) {
    server.close();
    await once(server, 'close');
  } else servers.push(server);
  return String(port);
}

function exitCode(env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env }, (error) =>
      resolve(error === null ? 0 : Number(error.code)),
    );
  });
}

test.each<[what: string, internal: number | null, own: number | null, code: number]>([
  ['calls a gateway healthy by its internal port alone, while the public one is full', 200, null, 0],
  ['calls a process without an internal port healthy by its own port', null, 200, 0],
  ['calls a gateway unhealthy whose internal port says so', 503, 200, 1],
  ['calls a process unhealthy that answers on no port', null, null, 1],
])('the container’s health check %s', async (_what, internal, own, code) => {
  const env = { INTERNAL_PORT: await portThatAnswers(internal), PORT: await portThatAnswers(own) };
  expect(await exitCode(env)).toBe(code);
});
