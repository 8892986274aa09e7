import { expect, test } from '@jest/globals';
import {
  allRecords,
  copyOfRecords,
  faultsBy,
  readableRecords,
  unknownRecords,
} from '#shared/engine/decide/resource.ts';

interface Note {
  _id: number;
  version: number;
  tags: string[];
}
const faultOf = faultsBy<Note>({ version: 'integer', tags: 'list' });
const note = (_id: number, more: object = {}): Note => ({ _id, version: 1, tags: [], ...more });
const notes = (...all: Note[]) => new Map(all.map((one) => [one._id, one]));

test('if none of the loaded records is damaged, the collection of records is returned without a copy', () => {
  const all = notes(note(1), note(2));
  expect(readableRecords('notes', all, faultOf)).toBe(all);
});

test.each([
  [{ tags: null }, 'tags is not a list'],
  [{ tags: {} }, 'tags is not a list'],
  [{ version: '1' }, 'version is not of kind integer'],
  [{ version: Number.NaN }, 'version is not of kind integer'],
])(
  'reading a damaged record (%j) throws a conflict error with the record’s id, and other records stay readable',
  (more, fault) => {
    const read = readableRecords('notes', notes(note(1), note(2, more)), faultOf);
    for (const records of [read, copyOfRecords(read)]) {
      const refused = expect.objectContaining({
        message: expect.stringContaining(`notes/2 is damaged (${fault})`),
      });
      expect(() => records.get(2)).toThrow(refused);
      expect(() => records.has(2)).toThrow(expect.objectContaining({ code: 'conflict' }));
      expect([records.get(1)?._id, records.get(3), [...records.keys()]]).toEqual([1, undefined, [1]]);
    }
  },
);

test('reading all records that meet a condition throws an error if one of these records is damaged', () => {
  const read = readableRecords('notes', notes(note(1), note(2, { tags: null }), note(3)), faultOf);
  for (const records of [read, copyOfRecords(read)]) {
    expect(allRecords(records, ({ _id: id }) => id !== 2).map(({ _id: id }) => id)).toEqual([1, 3]);
    expect(() => allRecords(records, ({ _id: id }) => id > 1)).toThrow('notes/2 is damaged');
  }
});

test('if a record’s look-up failed, reading this record throws the look-up error, while records with other ids count as missing', () => {
  const read = unknownRecords<number, Note>([2], (id) => new Error(`no response about ${id}`));
  for (const records of [read, copyOfRecords(read)]) {
    expect(() => records.get(2)).toThrow('no response about 2');
    expect(() => allRecords(records, ({ _id: id }) => id === 1)).toThrow('no response about 2');
    expect([records.get(1), records.size]).toEqual([undefined, 0]);
  }
});
