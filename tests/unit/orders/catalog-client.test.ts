import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import express from 'express';
import { callerOnly } from '#shared/platform/http/internal-auth.ts';
import { createCatalogProducts } from '#services/orders/stock/storage/catalog-client.ts';

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

test('the error for a catalog with a different secret for orders contains the name of the setting', async () => {
  const { copies, reportStock } = clientWith('another secret');
  for (const refused of [copies([1]), reportStock([])])
    await expect(refused).rejects.toThrow(
      /^ORDERS_CATALOG_SECRET differs from the secret of the catalog service\. /,
    );
});

test('the error for a catalog without the required route contains the response status', async () => {
  await expect(clientWith('the secret of the catalog').copies([1])).rejects.toThrow(
    /^The catalog responded with status 404$/,
  );
});
