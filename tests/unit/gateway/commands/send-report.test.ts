import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';

import { readLines } from '#services/gateway/commands/send-report.ts';

async function linesOf(...chunks: Uint8Array[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(Readable.from(chunks))) lines.push(line);
  return lines;
}

const json = (value: unknown) => JSON.stringify(value);

test('a line of a report ends only at LF, so a name with U+2028 stays in one line of JSON', async () => {
  const rows = [{ name: 'Lay\u2028la' }, { name: 'O\u2029mar\u0085' }, { name: 'Rana\r' }];
  const text = `${rows.map(json).join('\n')}\n`;
  expect((await linesOf(Buffer.from(text))).map((line) => JSON.parse(line) as unknown)).toEqual(rows);
});

test('lines of a report are reassembled wherever their bytes were split', async () => {
  const bytes = Buffer.from('{"name":"ليلى"}\n{}\n\nlast');
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await linesOf(...pieces)).toEqual(['{"name":"ليلى"}', '{}', '', 'last']);
});
