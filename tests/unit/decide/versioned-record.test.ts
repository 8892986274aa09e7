import { describe, expect, test } from '@jest/globals';
import {
  changed,
  firstVersion,
  matchVersion,
  withoutUndefined,
  type LoggedRecord,
} from '#shared/decide/versioned-record.ts';
import { Problem } from '#shared/errors.ts';

interface Note extends LoggedRecord {
  text: string;
  tags: string[];
}
const admin = { caller: { area: 'admin' as const, subject: 'boss', userId: null } };
const [then, now] = ['2026-05-01T09:00:00.000Z', '2026-05-01T10:00:00.000Z'];
const note: Note = { _id: 1, text: 'a', tags: ['x'], ...firstVersion(admin, then) };

test('a new record has version 1 and a log entry with its author', () => {
  expect(note).toMatchObject({
    version: 1,
    created_at: then,
    updated_at: then,
    log: [{ version: 1, by: 'admin:boss', at: then, fields: ['*'] }],
  });
});

describe('changed records', () => {
  test('a changed record has the next version and logs which fields changed, not their values', () => {
    const next = changed(note, { text: 'b', tags: ['x'] }, admin, now);
    expect(next).toMatchObject({ text: 'b', version: 2, created_at: then, updated_at: now });
    expect(next.log.at(-1)).toEqual({ version: 2, by: 'admin:boss', at: now, fields: ['text'] });
    expect(note.version).toBe(1);
  });

  test('a change that alters nothing keeps the version of the record', () => {
    expect(changed(note, { text: 'a', tags: ['x'], version: 9, updated_at: now }, admin, now)).toBe(note);
    expect(changed(note, {}, admin, now)).toBe(note);
  });

  test('a record logs its last twenty changes', () => {
    let next = note;
    for (let count = 0; count < 30; count += 1) next = changed(next, { text: `v${count}` }, admin, now);
    expect(next.log.map(({ version }) => version)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 12),
    );
  });
});

describe('If-Match', () => {
  let record = note;
  for (const text of ['b', 'c']) record = changed(record, { text }, admin, now);

  test('a command is accepted without If-Match or with the current version in If-Match', () => {
    expect(() => matchVersion({ ifMatch: 3, ...admin }, record)).not.toThrow();
    expect(() => matchVersion({ ifMatch: null, ...admin }, record)).not.toThrow();
  });

  test.each([
    [1, [2, 3]],
    [2, [3]],
    [9, []],
  ])(
    'If-Match with version %d fails as precondition_failed, with the changes since that version',
    (ifMatch, versions) => {
      try {
        matchVersion({ ifMatch, ...admin }, record);
        throw new Error('not refused');
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const { version, changes } = error.details.extra as {
          version: number;
          changes: { version: number }[];
        };
        expect([error.code, version, changes.map((change) => change.version)]).toEqual([
          'precondition_failed',
          3,
          versions,
        ]);
      }
    },
  );
});

test('the error for an outdated If-Match shows a shopper neither authors of changes nor cost fields', () => {
  const shopper = { area: 'client' as const, subject: 'seven', userId: 7 };
  const log = [
    { version: 2, by: 'admin:boss', at: now, fields: ['status', 'manufacturing_price'] },
    { version: 3, by: 'client:seven', at: now, fields: ['notes'] },
  ];
  const refuse = () => matchVersion({ ifMatch: 1, caller: shopper }, { version: 3, log });
  const extra = {
    version: 3,
    changes: [
      { version: 2, at: now, fields: ['status'] },
      { version: 3, at: now, fields: ['notes'] },
    ],
  };
  expect(refuse).toThrow(expect.objectContaining({ details: expect.objectContaining({ extra }) }));
});

test('removing undefined values keeps null, 0 and false', () => {
  expect(withoutUndefined({ a: undefined, b: null, c: 0, d: false })).toEqual({ b: null, c: 0, d: false });
});
