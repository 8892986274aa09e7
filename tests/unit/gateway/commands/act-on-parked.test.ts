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
