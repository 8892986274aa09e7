import { expect, test } from '@jest/globals';
import { PassThrough } from 'node:stream';
import type { Response } from 'express';
import type { Dispatcher } from 'undici';
import { passThrough } from '#services/gateway/reads/pass-through.ts';

const request = { method: 'GET', path: '/' } as const;

test.each([
  ['is reported if the service caused this', false, ['the service went away']],
  ['is not reported if the client disconnected first', true, []],
])('a forwarded response that breaks off in the middle %s', async (_name, leaves, expected) => {
  const to = new PassThrough();
  const response = Object.assign(to, { status: () => to, setHeader: () => to }) as unknown as Response;
  const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
  const service: Pick<Dispatcher, 'dispatch'> = {
    dispatch: (_options, handler) => {
      handler.onRequestStart?.(controller, {});
      handler.onResponseStart?.(controller, 200, {}, 'OK');
      handler.onResponseData?.(controller, Buffer.from('{"data":['));
      if (leaves) to.destroy();
      handler.onResponseError?.(controller, new Error('the service went away'));
      return true;
    },
  };
  const reported: string[] = [];
  const brokeOff = (error: Error) => reported.push(error.message);
  await expect(passThrough(service, request, response, brokeOff)).resolves.toBeNull();
  expect([reported, to.destroyed]).toEqual([expected, true]);
});
