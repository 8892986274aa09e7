import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import express from 'express';

import { setPrincipal } from '#services/gateway/auth/access.ts';
import { readLines, sendReport } from '#services/gateway/commands/send-report.ts';
import { requestContext } from '#services/gateway/http/request-context.ts';
import type { ServiceClient } from '#services/gateway/reads/service-client.ts';
import { listen } from '#shared/platform/http/listen.ts';
import { anyPort, plain } from '../../../support/plain.ts';

async function linesOf(...chunks: Uint8Array[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(Readable.from(chunks))) lines.push(line);
  return lines;
}

const json = (value: unknown) => JSON.stringify(value);

test('a line of a bulk report ends only at a line feed, so a name with the line separator U+2028 stays on one line', async () => {
  const rows = [{ name: 'Lay\u2028la' }, { name: 'O\u2029mar\u0085' }, { name: 'Rana\r' }];
  const text = `${rows.map(json).join('\n')}\n`;
  expect((await linesOf(Buffer.from(text))).map((line) => JSON.parse(line) as unknown)).toEqual(rows);
});

test('the gateway reads the lines of a bulk report correctly even if the service sends the report byte by byte', async () => {
  const bytes = Buffer.from('{"name":"ليلى"}\n{}\n\nlast');
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await linesOf(...pieces)).toEqual(['{"name":"ليلى"}', '{}', '', 'last']);
});

/** Requests the report of bulk work on one order. `listeners`: how many the report added for the end of its response. */
async function requestReport(query: string) {
  const line = { id: 1, outcome: 'changed', code: null, before: null, after: null };
  let [listeners, kind] = [Infinity, ''];
  const app = express().use(requestContext(plain.log));
  app.get('/', async (request, response) => {
    setPrincipal(response, { subject: 'layla' } as never);
    const before = response.listenerCount('close');
    async function* lines() {
      yield Buffer.from(`${json(line)}\n`);
      listeners = response.listenerCount('close') - before;
      await Promise.resolve();
    }
    const stream: ServiceClient['stream'] = (_service, _path, asked) => {
      kind = asked;
      return Promise.resolve(Readable.from(lines()));
    };
    await sendReport(
      {
        services: { ask: () => Promise.resolve(null), stream },
        openReads: { begin: () => Promise.resolve() },
        locale: { currencyDecimals: 2, timeZone: 'UTC' },
      },
      { service: 'orders', commandId: 'c', type: 'orders.bulk-update' } as never,
      request,
      response,
    );
  });
  const http = await listen(app, anyPort, plain);
  const response = await fetch(`http://127.0.0.1:${(http.server.address() as AddressInfo).port}/${query}`);
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('changed')]);
  await http.close();
  return { listeners, kind };
}

/**
 * Node warns about a listener leak from the eleventh listener on. The gateway's limits, logs and metrics together add six
 * listeners to a response, so a report may add four.
 */
test('sending a bulk report adds at most four listeners to the close event of the response, so that Node warns of no leak', async () => {
  expect((await requestReport('')).listeners).toBeLessThanOrEqual(4);
});

test.each([
  ['', 'whole'],
  ['?format=csv', 'export'],
])(
  'a bulk report with the query "%s" counts as a read of the kind “%s” in the limit of concurrent reads',
  async (query, kind) => {
    expect((await requestReport(query)).kind).toBe(kind);
  },
);
