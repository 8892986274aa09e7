import { describe, expect, test } from '@jest/globals';

import { AnswerReader } from '#instruments/hostile-load/answer-reader.ts';

const answers = [
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 204 No Content\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n3\r\n000\r\n0\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 422 Wrong\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n',
];
const statuses = [200, 204, 200, 413, 422, 304];

describe('HTTP responses on one connection', () => {
  test.each([1, 2, 3, 7, 1000])(
    'the HTTP reader of the hostile-load test separates the responses on one connection that arrive in pieces of %i bytes',
    (size) => {
      const met: number[] = [];
      const reader = new AnswerReader((status) => met.push(status));
      const bytes = Buffer.from(answers.join(''));
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
      expect(met).toEqual(statuses);
    },
  );

  test('if several requests wait on one connection, the HTTP reader of the hostile-load test gives them the responses in order', async () => {
    const reader = new AnswerReader(() => undefined);
    const [first, second] = [reader.next(), reader.next()];
    reader.push(Buffer.from(answers.slice(0, 2).join('')));
    expect([await first, await second]).toEqual([200, 204]);
  });

  test('waiting for an HTTP response in the hostile-load test fails if the connection ends before the response is complete', async () => {
    const reader = new AnswerReader(() => undefined);
    const waiting = reader.next();
    reader.push(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel'));
    reader.end();
    await expect(waiting).rejects.toThrow('The connection ended');
    await expect(reader.next()).rejects.toThrow('The connection ended');
  });
});
