import { expect, test } from '@jest/globals';
import { filtersOn } from '#shared/lists/filters.ts';

interface Row {
  created_at: string;
  en: { name: string };
  ar: { name: string };
}
const { contains, onDay } = filtersOn<Row>({ timeZone: 'Asia/Amman' });

test('a day is one of the store’s time zone', () => {
  expect(onDay('created_at')('2026-03-01')).toEqual({
    created_at: expect.objectContaining({
      $gte: '2026-02-28T21:00:00.000Z',
      $lt: '2026-03-01T21:00:00.000Z',
    }) as unknown,
  });
});

test('a text is looked for in each of its fields, as text', () => {
  const pattern = expect.objectContaining({ $regex: 'a\\.b', $options: 'i' }) as unknown;
  expect(contains('en.name', 'ar.name')('a.b')).toEqual({
    $or: [{ 'en.name': pattern }, { 'ar.name': pattern }],
  });
});
