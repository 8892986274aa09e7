import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { CloudEvent } from '#shared/engine/commands/messages.ts';
import { ledgerCommand } from '../../unit/support/ledger.ts';
import { openOwnService, type OwnService } from '../support/own-service.ts';
import { tally, type Tally } from './tally.ts';

let own: OwnService<Tally>;
beforeEach(async () => {
  own = await openOwnService(tally, null);
});
afterEach(() => own.close());

const counting = (by: number) => {
  const command = ledgerCommand('tallies.count', {}, { params: { tally: 7 }, body: { by } });
  return { command, keepsInbox: true };
};

test('two commands with the same id change the example service’s record once, and both get the same outcome', async () => {
  const run = own.runner();
  const twice = [counting(2)];
  const results = [...(await run(twice)), ...(await run(twice))];
  const outcome = { status: 200, version: 1, body: '{"id":7,"count":2}' };
  expect(results).toMatchObject([
    { kind: 'decided', outcome, replayed: false },
    { kind: 'decided', outcome, replayed: true },
  ]);
  expect(await own.models.tallies.find().lean()).toEqual([{ _id: 7, version: 1, count: 2 }]);
});

test('a batch stores the events and timeline entries of its accepted commands, and the outcomes of all its commands', async () => {
  const [, , refused] = await own.runner()([counting(2), counting(3), counting(-9)]);
  expect(refused).toMatchObject({
    outcome: { problem: { code: 'validation_failed', fields: [{ field: 'by', rule: 'min' }] } },
  });
  const [entry] = await own.models.eventLog.find().lean();
  const events = entry?.events.map(({ json }) => JSON.parse(json) as CloudEvent);
  expect(events).toMatchObject([
    {
      source: '/tally',
      type: 'tally.tally.counted.v1',
      subject: 'tallies/7',
      data: { version: 1, count: 2 },
    },
    {
      source: '/tally',
      type: 'tally.tally.counted.v1',
      subject: 'tallies/7',
      data: { version: 2, count: 5 },
    },
  ]);
  expect(await own.models.ledger.countDocuments()).toBe(2);
  expect(await own.models.inbox.countDocuments()).toBe(3);
});
