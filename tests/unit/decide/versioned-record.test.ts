import { describe, expect, test } from '@jest/globals';
import {
  changed,
  firstVersion,
  matchVersion,
  withoutUndefined,
  type DatedRecord,
} from '#shared/engine/decide/versioned-record.ts';

interface Note extends DatedRecord {
  text: string;
  tags: string[];
}
const [then, now] = ['2026-05-01T09:00:00.000Z', '2026-05-01T10:00:00.000Z'];
const note: Note = { _id: 1, text: 'a', tags: ['x'], ...firstVersion({}, then) };

test('a new record has version 1 and the time of its creation', () => {
  expect(note).toMatchObject({ version: 1, created_at: then, updated_at: then });
});

describe('changed records', () => {
  test('a changed record has the next version and the time of the change', () => {
    const next = changed(note, { text: 'b', tags: ['x'] }, now);
    expect(next).toMatchObject({ text: 'b', version: 2, created_at: then, updated_at: now });
    expect(note.version).toBe(1);
  });

  test('a change that alters nothing keeps the version of the record', () => {
    expect(changed(note, { text: 'a', tags: ['x'], version: 9, updated_at: now }, now)).toBe(note);
    expect(changed(note, {}, now)).toBe(note);
  });

  test('a change empties the `log` field that release 0.6.0 stored in a record', () => {
    const former = { ...note, log: [{ version: 1, by: 'client:layla', at: then, fields: ['*'] }] };
    expect(changed(former, { text: 'b' }, now)).toMatchObject({ log: [] });
  });
});

describe('If-Match', () => {
  let record = note;
  for (const text of ['b', 'c']) record = changed(record, { text }, now);

  test('a command is accepted without If-Match or with the current version in If-Match', () => {
    expect(() => matchVersion({ ifMatch: 3 }, record)).not.toThrow();
    expect(() => matchVersion({ ifMatch: null }, record)).not.toThrow();
  });

  test.each([1, 2, 9])(
    'If-Match with version %d fails as precondition_failed with the current version',
    (ifMatch) => {
      const details = expect.objectContaining({
        code: 'precondition_failed',
        extra: { version: 3, changes: [] },
      });
      expect(() => matchVersion({ ifMatch }, record)).toThrow(expect.objectContaining({ details }));
    },
  );

  test('a weak or unreadable If-Match tag fails with a message that does not advise the caller to read the record again', () => {
    expect(() => matchVersion({ ifMatch: -1 }, record)).toThrow(/weak or unreadable.*leave W\/ out/);
  });

  test('if a command has If-Match but its record does not exist yet, the error says that no such record is stored', () => {
    expect(() => matchVersion({ ifMatch: 3 }, { version: 0 })).toThrow(/^No such record is stored yet/);
  });
});

test('removing undefined values keeps null, 0 and false', () => {
  expect(withoutUndefined({ a: undefined, b: null, c: 0, d: false })).toEqual({ b: null, c: 0, d: false });
});
