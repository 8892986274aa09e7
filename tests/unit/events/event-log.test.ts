import { expect, test } from '@jest/globals';
import { isReadableEntry } from '#shared/events/event-log.ts';

const at = '2026-05-01T10:00:00.000Z';
const event = { id: 'e', type: 'order.created', traceparent: null, json: '{}' };

test.each<[string, unknown]>([
  ['of one event', { at, events: [event] }],
  ['of no events', { at, events: [] }],
  ['of an event without a trace', { at, events: [{ id: 'e', type: 't', json: '{}' }] }],
])('an event log entry %s is readable', (_what, entry) => {
  expect(isReadableEntry(entry as never)).toBe(true);
});

test.each<[string, unknown]>([
  ['no list of events', { at, events: null }],
  ['null for an event', { at, events: [event, null] }],
  ['text for an event', { at, events: ['e'] }],
  ['an event without its JSON', { at, events: [{ id: 'e', type: 't' }] }],
  ['an event without a type', { at, events: [{ ...event, type: null }] }],
  ['an event whose id is no text', { at, events: [{ ...event, id: 1 }] }],
  ['an event whose trace is no text', { at, events: [{ ...event, traceparent: 1 }] }],
  ['no moment', { events: [event] }],
  ['an invalid moment', { at: 'yesterday', events: [event] }],
])('an event log entry with %s is unreadable', (_what, entry) => {
  expect(isReadableEntry(entry as never)).toBe(false);
});
