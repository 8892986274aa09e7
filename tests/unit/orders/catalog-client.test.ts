import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import express from 'express';
import { callerOnly } from '#shared/platform/http/internal-auth.ts';
import { createLog } from '#shared/platform/process/log.ts';
import {
  createCatalogProducts,
  createFetchProducts,
  orUnknown,
} from '#services/orders/stock/storage/catalog-client.ts';
import { aProduct } from '../support/orders-world.ts';

const app = express().use(callerOnly({ secret: 'the secret of the catalog' }));
const server = createServer(app);
let url: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const clientWith = (secret: string) => createCatalogProducts(url, { name: 'ORDERS_CATALOG_SECRET', secret });

test('if the catalog has another ORDERS_CATALOG_SECRET than the orders service, the error names this setting', async () => {
  const { copies, reportStock } = clientWith('another secret');
  for (const refused of [copies([1]), reportStock([])])
    await expect(refused).rejects.toThrow(
      /^ORDERS_CATALOG_SECRET differs from the secret of the catalog service\. /,
    );
});

test('if the catalog lacks a route that the orders service needs, the error contains the response status', async () => {
  await expect(clientWith('the secret of the catalog').copies([1])).rejects.toThrow(
    /^The catalog responded with status 404$/,
  );
});

test('a request to a catalog that never answers the TLS handshake fails within four seconds', async () => {
  const sockets: Socket[] = [];
  const silent = createTcpServer((socket) => void sockets.push(socket));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const secret = { name: 'ORDERS_CATALOG_SECRET', secret: 'the secret of the catalog' } as const;
  const startedAt = performance.now();
  try {
    await expect(createCatalogProducts(`https://127.0.0.1:${port}`, secret).copies([1])).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(4000);
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});

describe('a catalog that does not respond', () => {
  afterEach(() => void jest.restoreAllMocks());

  const quiet = createLog('test', 'silent');
  /** Each request takes 1.5 seconds, by a clock of the test, and fails unless the catalog `responds`. */
  const hanging = () => {
    const catalog = { now: 1000, requests: 0, responds: false };
    jest.spyOn(performance, 'now').mockImplementation(() => catalog.now);
    const copies = ([id = 0]: readonly number[]) => {
      catalog.requests += 1;
      catalog.now += 1500;
      return catalog.responds ? Promise.resolve([aProduct(id)]) : Promise.reject(new Error('no response'));
    };
    return { catalog, fetch: createFetchProducts({ copies }, quiet) };
  };

  test('after the orders service’s product look-up at the catalog has failed, further look-ups fail immediately for three times as long as this look-up took', async () => {
    const { catalog, fetch } = hanging();
    await expect(fetch([7])).rejects.toThrow('no response');
    catalog.now += 4499;
    await expect(fetch([8])).rejects.toThrow('The catalog did not respond a moment ago');
    expect(catalog.requests).toBe(1);
    catalog.now += 1;
    catalog.responds = true;
    expect(await fetch([7])).toEqual([aProduct(7)]);
    expect(await fetch([7])).toEqual([aProduct(7)]);
    expect(catalog.requests).toBe(3);
  });

  test('while the catalog does not respond, a read request in the orders service gets no products from its look-up instead of an error', async () => {
    const { fetch } = hanging();
    expect(await orUnknown(fetch)([7])).toEqual([]);
  });
});
