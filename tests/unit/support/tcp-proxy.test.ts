import { expect, test } from '@jest/globals';
import { connect, createServer, type AddressInfo } from 'node:net';

import { startTcpProxy } from '#tests/support/tcp-proxy.ts';

test('the tests’ TCP proxy forwards bytes in order even if its delay is switched off while it still holds back some bytes', async () => {
  const { promise: received, resolve } = Promise.withResolvers<string>();
  const server = createServer((socket) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('end', () => resolve(text));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const proxy = await startTcpProxy(`test://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const client = connect({ host: '127.0.0.1', port: proxy.port, noDelay: true });
  const send = (text: string) => new Promise((sent) => client.write(text, () => setTimeout(sent, 20)));
  proxy.delay(100);
  await send('held back, ');
  proxy.heal();
  await send('sent at once, ');
  client.end('the end');
  const all = await received;
  client.destroy();
  await proxy.close();
  server.close();
  expect(all).toBe('held back, sent at once, the end');
});
