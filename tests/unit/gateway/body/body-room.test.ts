import { expect, test } from '@jest/globals';
import { createBodyRoom } from '#services/gateway/body/body-room.ts';

const mib = 1024 * 1024;

test('a caller with more than 16 MiB of unread request bodies is rejected without an effect on other callers', () => {
  const room = createBodyRoom();
  const first = room('much');
  first.take(8 * mib);
  const second = room('much');
  second.take(5 * mib);
  second.take(8 * mib);
  expect(() => room('much').take(1)).toThrow(
    expect.objectContaining({
      code: 'too_many_requests',
      details: expect.objectContaining({ extra: { limit: 16 * mib } }),
    }),
  );
  room('other').take(8 * mib);
  first.release();
  room('much').take(8 * mib);
});

test('every caller is rejected with Retry-After when unread request bodies fill 32 MiB', () => {
  const room = createBodyRoom();
  const places = Array.from({ length: 4 }, (_, index) => room(`caller ${index}`));
  for (const place of places) place.take(8 * mib);
  const last = room('last');
  expect(() => last.take(1)).toThrow(
    expect.objectContaining({
      code: 'unavailable',
      details: expect.objectContaining({ headers: { 'Retry-After': '2' } }),
    }),
  );
  places[0]?.release();
  last.take(8 * mib);
});

test('the memory of a rejected request body is released exactly once', () => {
  const room = createBodyRoom();
  const place = room('caller');
  place.take(15 * mib);
  expect(() => place.take(17 * mib)).toThrow();
  place.release();
  place.release();
  room('caller').take(16 * mib);
  expect(() => room('caller').take(1)).toThrow();
});
