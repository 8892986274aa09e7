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

/** A port where `/health/ready` responds with this status; null for a port without a server. */
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
  ['reports a gateway as healthy if its internal port is ready and its public port is full', 200, null, 0],
  ['reports a process without an internal port as healthy if its own port is ready', null, 200, 0],
  ['reports a gateway as unhealthy if its internal port responds with 503', 503, 200, 1],
  ['reports a process as unhealthy if no port responds', null, null, 1],
])('the container’s health check %s', async (_what, internal, own, code) => {
  const env = { INTERNAL_PORT: await portThatAnswers(internal), PORT: await portThatAnswers(own) };
  expect(await exitCode(env)).toBe(code);
});
