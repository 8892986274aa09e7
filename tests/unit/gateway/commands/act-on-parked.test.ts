import { expect, test } from '@jest/globals';
import { actOnParked } from '#services/gateway/commands/act-on-parked.ts';
import { Problem } from '#shared/contracts/errors.ts';

test('a redrive of a command that does not name the queue it came from returns a conflict that suggests to discard it', async () => {
  const deps = {
    find: async () => ({
      reference: { service: 'orders', commandId: 'c-1' },
      operation: { status: 'parked' },
    }),
    services: { ask: async () => ({ state: 'no-origin', detail: null }) },
  };
  const request = { params: { id: 'o-1' }, body: async () => ({ reason: 'again' }) };
  const response = { locals: new Proxy({}, { get: () => ({ subject: 'layla' }) }) };
  const acted = actOnParked(deps as never, 'redrive', request as never, response as never);
  const error = await acted.catch((thrown: unknown) => thrown);
  if (!(error instanceof Problem)) throw error;
  expect(error).toMatchObject({
    code: 'conflict',
    details: { detail: expect.stringContaining('cannot be redriven. Discard it instead.') as unknown },
  });
});

test('a redrive responds with 202 and the Location while the work is still running, and with 200 once it has ended', async () => {
  const redrive = async (later: readonly string[]) => {
    const statuses = ['parked', ...later];
    const sent = { status: 200, location: '', body: {} };
    const deps = {
      find: async () => ({
        reference: { service: 'orders', commandId: 'c-1' },
        operation: { id: 'o-1', status: statuses.length > 1 ? statuses.shift() : statuses[0] },
      }),
      services: { ask: async () => ({ state: 'done', detail: null }) },
    };
    const request = { params: { id: 'o-1' }, body: async () => ({ reason: 'again' }) };
    const response = {
      locals: new Proxy({}, { get: () => ({ subject: 'layla' }) }),
      status: (status: number) => Object.assign(response, void (sent.status = status)),
      setHeader: (_name: string, location: string) => (sent.location = location),
      json: (body: object) => (sent.body = body),
    };
    await actOnParked(deps as never, 'redrive', request as never, response as never);
    return sent;
  };
  const location = '/api/operations/o-1';
  const running = { status: 202, location, body: { data: { id: 'o-1', status: 'running' } } };
  expect(await redrive(['parked', 'running'])).toEqual(running);
  const ended = { status: 200, location: '', body: { data: { id: 'o-1', status: 'succeeded' } } };
  expect(await redrive(['running', 'succeeded'])).toEqual(ended);
}, 10_000);
