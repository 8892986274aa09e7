import { describe, expect, test } from '@jest/globals';

import { createHistory } from '#instruments/chaos/register/history.ts';
import {
  expectedEvents,
  judgeAnswered,
  judgeHistory,
  judgeNotes,
} from '#instruments/chaos/register/judge-history.ts';
import { anEntry } from './an-entry.ts';

const event = (subject: string, version: number, more: object = {}) => ({
  id: `${subject}-${version}`,
  type: `orders.${subject.split('/')[0] ?? ''}.updated.v1`,
  subject,
  data: { version, id: 1 },
  ...more,
});

function historyOf(...events: ReturnType<typeof event>[]) {
  const history = createHistory();
  for (const one of events) history.note(one);
  return history;
}

describe('event history of a subscriber', () => {
  test('the chaos suite counts a repeated delivery of an event separately, so that each version of a record counts once', () => {
    const history = historyOf(event('users/1', 1), event('users/1', 2), event('users/1', 1));
    expect(history).toMatchObject({ count: 2, again: 1, faults: [] });
    expect(judgeHistory(history, new Map([['users/1', 2]]))).toEqual([]);
    expect(expectedEvents(history, new Map([['users/1', 2]]))).toBe(2);
  });

  test('the chaos suite reports two different events for the same version of a record as a fault', () => {
    const history = historyOf(event('users/1', 1), event('users/1', 1, { id: 'another' }));
    expect(history.faults).toEqual(['users/1: version 1 has two events, users/1-1 and another']);
  });

  test('the chaos suite counts events about staff notes separately, because a note on an order creates no version of the order', () => {
    const note = event('orders/1', 1, { id: 'note', type: 'orders.order.noted.v2' });
    const history = historyOf(event('orders/1', 1), note, note);
    expect(history).toMatchObject({ count: 1, noted: 1, again: 1, faults: [] });
    const entry = anEntry({ type: 'order-notes.create' });
    const done = { status: 'succeeded', outcome: null, at: 0 } as const;
    expect(judgeNotes(history, [entry], new Map([[entry, done]]))).toEqual([]);
    expect(judgeNotes(history, [entry], new Map())).toEqual(['0 notes were written, and 1 were published']);
  });

  test('the chaos suite counts an event as late if it arrives after the event for a newer version of the same record', () => {
    const history = historyOf(event('users/1', 2), event('users/1', 1), event('users/1', 1));
    expect(history).toMatchObject({ count: 2, late: 1, again: 1, faults: [] });
  });

  test('the chaos suite reports every version of a stored record for which no event was received', () => {
    const history = historyOf(event('users/1', 1), event('users/1', 3));
    expect(judgeHistory(history, new Map([['users/1', 3]]))).toEqual([
      'users/1: no event for version 2 of 3',
    ]);
    expect(judgeHistory(history, new Map([['orders/9', 1]]))).toContain(
      'orders/9: no event for version 1 of 1',
    );
    expect(expectedEvents(history, new Map([['users/1', 3]]))).toBe(3);
  });

  test('the chaos suite reports every event whose version is higher than the version of the stored record', () => {
    const history = historyOf(event('users/1', 1), event('users/1', 2));
    expect(judgeHistory(history, new Map([['users/1', 1]]))).toEqual([
      'users/1: events for version 2, but the record has version 1',
    ]);
  });

  test('the chaos suite accepts a missing record only if an event about its deletion was received', () => {
    const gone = event('users/1', 2, { type: 'orders.user.deleted.v1' });
    expect(judgeHistory(historyOf(event('users/1', 1), gone), new Map())).toEqual([]);
    expect(judgeHistory(historyOf(event('users/1', 1)), new Map())).toEqual([
      'users/1: published at version 1, but the record is missing',
    ]);
  });
});

describe('responses to writes', () => {
  const answered = (content: string, version: number) =>
    anEntry({ type: 'users.update', path: '/api/admin/users/1' }, [{ content, version }]);

  test('the chaos suite accepts the response to a write if it matches the event for the same version of the record', () => {
    const history = historyOf(event('users/1', 1));
    expect(judgeAnswered(history, [answered('{"data":{"id":1}}', 1)])).toEqual([]);
  });

  test('the chaos suite reports the response to a write if the event for the same version of the record differs or is missing', () => {
    const history = historyOf(event('users/1', 1));
    expect(judgeAnswered(history, [answered('{"data":{"id":2}}', 1)])).toEqual([
      'users.update k: the event for version 1 of users/1 differs from the response',
    ]);
    expect(judgeAnswered(history, [answered('{"data":{"id":1}}', 2)])).toEqual([
      'users.update k: the response has version 2 of users/1, for which there is no event',
    ]);
  });
});
