import { expect, test } from '@jest/globals';
import { isReadableEntry } from '#shared/engine/events/event-log.ts';

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
