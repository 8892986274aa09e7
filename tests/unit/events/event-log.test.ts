import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { inPortions, isReadableEntry } from '#shared/engine/events/event-log.ts';

const at = '2026-05-01T10:00:00.000Z';
const event = { id: 'e', type: 'order.created', traceparent: null, json: '{}' };

test.each<[string, unknown]>([
  ['with one event', { at, events: [event] }],
  ['with no events', { at, events: [] }],
  ['with an event without a trace context', { at, events: [{ id: 'e', type: 't', json: '{}' }] }],
])('an event log entry %s is readable', (_what, entry) => {
  expect(isReadableEntry(entry as never)).toBe(true);
});

test.each<[string, unknown]>([
  ['null instead of a list of events', { at, events: null }],
  ['null instead of an event', { at, events: [event, null] }],
  ['text instead of an event', { at, events: ['e'] }],
  ['an event without its JSON', { at, events: [{ id: 'e', type: 't' }] }],
  ['an event without a type', { at, events: [{ ...event, type: null }] }],
  ['an event whose id is not text', { at, events: [{ ...event, id: 1 }] }],
  ['an event whose trace context is not text', { at, events: [{ ...event, traceparent: 1 }] }],
  ['no time', { events: [event] }],
  ['an invalid time', { at: 'yesterday', events: [event] }],
])('an event log entry with %s is unreadable', (_what, entry) => {
  expect(isReadableEntry(entry as never)).toBe(false);
});

const sizeOf = (size: number) => size;
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
const sizes = fc.array(fc.nat({ max: 40 }));

test('splitting a list into portions keeps every item in its original sequence', () => {
  fc.assert(
    fc.property(sizes, (all) => {
      expect(inPortions(all, { count: 3, bytes: 50 }, sizeOf).flat()).toEqual(all);
    }),
  );
});

test('a portion of a list never exceeds the limit of items, and exceeds the size limit only with a single item', () => {
  const limit = { count: 3, bytes: 30 };
  fc.assert(
    fc.property(sizes, (all) => {
      for (const portion of inPortions(all, limit, sizeOf)) {
        expect(portion.length).toBeGreaterThan(0);
        expect(portion.length).toBeLessThanOrEqual(limit.count);
        if (portion.length > 1) expect(sum(portion)).toBeLessThanOrEqual(limit.bytes);
      }
    }),
  );
});

test('a list is split into a new portion only if the next item does not fit into the current portion', () => {
  const limit = { count: 3, bytes: 30 };
  fc.assert(
    fc.property(sizes, (all) => {
      const portions = inPortions(all, limit, sizeOf);
      for (const [index, portion] of portions.slice(0, -1).entries()) {
        const [next = 0] = portions[index + 1] ?? [];
        expect(portion.length === limit.count || sum(portion) + next > limit.bytes).toBe(true);
      }
    }),
  );
});
