import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import express from 'express';
import { mountDocs } from '#services/gateway/docs/docs.ts';

test('the OpenAPI documents of two hosts differ in the URL of their server alone', async () => {
  const app = express();
  const baseUrl = ({ originalUrl }: express.Request) => `https://${originalUrl.split('=')[1] ?? ''}`;
  mountDocs(app, { baseUrl, locale: { currencyDecimals: 2, timeZone: 'UTC' }, exchange: 'store.events' });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const documentOf = async (host: string) => {
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}/openapi.json?host=${host}`)).text();
  };
  try {
    const first = await documentOf('a.example');
    expect(first).toContain('"servers":[{"url":"https://a.example"}]');
    expect(await documentOf('b.example')).toBe(first.replace('https://a.example', 'https://b.example'));
    expect(await documentOf('a.example')).toBe(first);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
