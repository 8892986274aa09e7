import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { removeVolumes } from '#tools/local-stack/docker-engine.ts';
import { freePort } from '#tools/local-stack/free-port.ts';
import {
  npmStart,
  ordersByPrintedLine,
  pressCtrlC,
  printed,
  startTimeoutMs,
  type NpmStart,
} from '#tests/support/npm-start.ts';
import { temporaryFolder } from '#tests/support/servers.ts';

describe('npm start without external servers', () => {
  const dataDir = temporaryFolder();
  const namespace = `test-${randomBytes(5).toString('hex')}`;
  let port: number;
  let store: NpmStart;
  const start = () => npmStart({ dataDir, port, namespace });

  beforeAll(async () => {
    port = await freePort();
    store = start();
    await printed(store, 'Ctrl-C stops it.');
  }, startTimeoutMs);

  afterAll(async () => {
    await pressCtrlC(store);
    // With Docker, the data is in volumes outside the folder, so they are removed. Without Docker there is nothing to remove.
    await removeVolumes({ path: dataDir }).catch(() => undefined);
  }, startTimeoutMs);

  test('npm start without external servers starts its own, adds sample data and prints a curl command that lists a shopper’s orders', async () => {
    const orders = await ordersByPrintedLine(store);
    expect(orders.map(({ status }) => status)).toEqual(['pending', 'shipped', 'cancelled', 'delivered']);
  });

  test('npm start without external servers reports that every part of the store works', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
    expect(await response.json()).toMatchObject({ status: 'ok', down: [] });
  });

  test('the servers that npm start starts can be reached only from this machine', async () => {
    const settings = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as Record<
      string,
      string
    >;
    const ports = ['mongodb', 'redis', 'rabbitmq'].map((name) => Number(settings[`${name}-port`]));
    const addresses = Object.values(networkInterfaces())
      .flatMap((ofOne) => ofOne ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    expect(addresses).not.toEqual([]);
    for (const port of ports) {
      expect(await accepts('127.0.0.1', port)).toBe(true);
      for (const address of addresses)
        expect([address, await accepts(address, port)]).toEqual([address, false]);
    }
  });

  test('npm start restarts a service that was killed, and logs that the service ended and that it runs again', async () => {
    const before = recordedPids();
    const pid = before.get('orders');
    expect(pid).toBeDefined();
    process.kill(pid ?? 0, 'SIGKILL');
    await printed(store, 'orders is running again');
    expect(recordedPids().get('orders')).not.toBe(pid);
    expect(store.output()).toContain('orders ended unexpectedly');
  }, 60_000);

  test('npm start on a data folder that another npm start uses stops and prints the process id of that other command', async () => {
    const second = start();
    expect((await second.ended).code).not.toBe(0);
    expect(second.output()).toMatch(/Another command uses \S+ \(pid \d+\)/);
  }, 60_000);

  test(
    'npm start stops all processes on Ctrl-C and keeps its data',
    async () => {
      const pids = [...recordedPids().values()];
      expect(pids.length).toBeGreaterThanOrEqual(5);
      const before = await ordersByPrintedLine(store);
      await pressCtrlC(store);
      expect(pids.filter(isAlive)).toEqual([]);
      expect(recordedPids().size).toBe(0);

      store = start();
      await printed(store, 'Ctrl-C stops it.');
      expect(store.output()).not.toContain('Seeded');
      expect(await ordersByPrintedLine(store)).toEqual(before);
    },
    startTimeoutMs,
  );

  function recordedPids(): Map<string, number> {
    const folder = join(dataDir, 'run');
    const entries = readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { name: string; pid: number });
    return new Map(entries.map(({ name, pid }) => [name, pid]));
  }
});

async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
