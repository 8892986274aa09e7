import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import express from 'express';
import type { LogEntry, LoggedEvent } from '#shared/engine/events/event-log.ts';
import { firstIdAt } from '#shared/engine/events/entry-id.ts';
import { readLogPage } from '#shared/engine/events/log-page.ts';
import { eventLogRoute } from '#shared/engine/events/log-routes.ts';
import { lastBefore, readLog, type LogQuery } from '#shared/engine/events/read-log.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { openLedger, type Ledger } from '../support/ledger-store.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
afterAll(() => ledger.close());

/** The log has entries of three events each: 1–3, 4–6 and so on. The second entry is damaged. */
const [entries, count] = [40, 3];
const last = entries * count;
const damaged = [4, 5, 6];
beforeEach(async () => {
  const log = driverCollection<Omit<LogEntry, '_id'>>(ledger.models.eventLog);
  await log.deleteMany({});
  await log.insertMany(
    Array.from({ length: entries }, (_, index) => ({
      at: '2026-05-01T10:00:00.000Z',
      position: index * count + 1,
      count,
      owners: [7],
      events: Array.from({ length: count }, (_event, at) => eventAt(index * count + 1 + at)),
    })),
  );
  await log.updateOne({ position: 4 }, { $set: { events: 'none' as never } });
});

function eventAt(position: number): LoggedEvent {
  const type = position % 2 === 0 ? 'even' : 'odd';
  return { id: `e${position}`, type, subject: `orders/${position}`, owner: 7, json: '{}' };
}

async function follow(choice: Partial<LogQuery>): Promise<number[]> {
  const found: number[] = [];
  for (let after: number | null = null; after !== last;) {
    const asked = { after, limit: 4, owner: null, type: null, subject: null, ...choice };
    const page = await readLog(ledger.models.eventLog, asked, last);
    if (!page) throw new Error('not kept');
    expect(page.events.length).toBeLessThanOrEqual(asked.limit);
    expect(page.through).toBeGreaterThan(after ?? 0);
    found.push(...page.events.map(({ position }) => position));
    after = page.through;
  }
  return found;
}

const readable = Array.from({ length: last }, (_, index) => index + 1).filter((at) => !damaged.includes(at));

test.each<[string, Partial<LogQuery>, number[]]>([
  ['the undamaged events', {}, readable],
  ['the undamaged events of one type', { type: 'even' }, readable.filter((at) => at % 2 === 0)],
  ['the undamaged events of one shopper', { owner: 7 }, readable],
  ['no events for a shopper without events', { owner: 8 }, []],
])(
  'paging through an event log that has a damaged entry returns exactly %s',
  async (_what, choice, expected) => {
    expect(await follow(choice)).toEqual(expected);
  },
);

test('reading the event log from a position in the middle of a log entry starts at the next event of this entry', async () => {
  const asked = { after: 8, limit: 2, owner: null, type: null, subject: null };
  const page = await readLog(ledger.models.eventLog, asked, last);
  expect(page?.events.map(({ position }) => position)).toEqual([9, 10]);
  expect(page?.through).toBe(10);
});

test('reading the event log from a removed event on returns null, and reading from the start begins at the oldest remaining event', async () => {
  await driverCollection<LogEntry>(ledger.models.eventLog).deleteMany({ position: { $lte: 10 } });
  const asked = { limit: 2, owner: null, type: null, subject: null };
  expect(await readLog(ledger.models.eventLog, { ...asked, after: 8 }, last)).toBeNull();
  const oldest = await readLog(ledger.models.eventLog, { ...asked, after: null }, last);
  expect(oldest?.events.map(({ position }) => position)).toEqual([13, 14]);
});

test('the event feed is reported as delayed while a log entry has no position, unless this entry is damaged', async () => {
  const log = driverCollection<Omit<LogEntry, '_id'>>(ledger.models.eventLog);
  const isDelayed = async () => {
    const app = express();
    app.get('/events', eventLogRoute(ledger.models));
    const server = app.listen(0);
    const { port } = server.address() as AddressInfo;
    const text = await (await fetch(`http://127.0.0.1:${port}/events?after=oldest&limit=1`)).text();
    server.close();
    return readLogPage(text).answer.isBehind;
  };
  const at = '2026-05-01T10:00:00.000Z';
  await log.insertOne({ at, position: 0, count: 0, events: 'none' as never });
  expect(await isDelayed()).toBe(false);
  await log.insertOne({ at, position: 0, count: 1, events: [eventAt(1)] });
  expect(await isDelayed()).toBe(true);
});

test('the event log position found for a point in time is before all events from this time on, even if events were committed out of order', async () => {
  const log = driverCollection<LogEntry>(ledger.models.eventLog);
  await log.deleteMany({});
  const begun = ['10:00:00', '10:00:01', '10:00:02', '10:00:03'].map((time) => `2026-05-01T${time}.000Z`);
  // The second transaction took so long that the third committed and got its position first.
  const positions = [1, 4, 2, 5];
  await log.insertMany(
    begun.map((at, index) => {
      const position = positions[index] ?? 0;
      const events = [eventAt(position), ...(position === 2 ? [eventAt(3)] : [])];
      return { _id: firstIdAt(new Date(at)), at, position, count: events.length, events };
    }),
  );
  const before = begun.map((at) => lastBefore(ledger.models.eventLog, at));
  expect(await Promise.all(before)).toEqual([null, 1, 1, 3]);
  expect(await lastBefore(ledger.models.eventLog, '2026-05-02')).toBe(5);
});

test.each(['0026-01-31', '1969-12-31T22:00:00.000Z'])(
  'all stored events follow the event log position found for %s, a date before the times in log entries',
  async (date) => {
    await expect(lastBefore(ledger.models.eventLog, date)).resolves.toBeNull();
  },
);

test('the event log position found for a date after 2106 is that of the last event', async () => {
  const last = await lastBefore(ledger.models.eventLog, '2206-01-31');
  expect(last).toBe(await lastBefore(ledger.models.eventLog, '2100-01-31'));
});
