import { expect, test } from '@jest/globals';
import { ConnectionFailed, NotFound } from '#clients/typescript/src/main.ts';
import type { Operation as OperationRecord } from '#clients/typescript/src/generated/types.gen.ts';
import { readUndoChain } from '#console/operations/undo-chain.ts';

/** The work `a`, its undo `b`, and the redo `c`. */
const operations = new Map(
  [
    { id: 'a', undone_by: 'b' },
    { id: 'b', undoes: 'a', undone_by: 'c' },
    { id: 'c', undoes: 'b' },
  ].map((operation) => [operation.id, operation as OperationRecord]),
);
function operation(id: string): OperationRecord {
  const found = operations.get(id);
  if (!found) throw new Error(`There is no operation ${id}`);
  return found;
}

/** Reads operations, except for `failing`, whose read fails with `error`. */
const readsExcept = (failing: string, error: Error) => async (id: string) => {
  if (id === failing) throw error;
  return operation(id);
};
const chainOf = async (id: string, read: (id: string) => Promise<OperationRecord>) =>
  (await readUndoChain(operation(id), read)).map((step) => [step.operation.id, step.act]);

const expired = new NotFound('not_found', 'The operation was not found.', { status: 404 });
const lost = new ConnectionFailed('connection_failed', 'The connection failed.');

test.each([
  [
    'a',
    [
      ['a', 'redo'],
      ['b', 'undo'],
      ['c', 'redo'],
    ],
  ],
  [
    'b',
    [
      ['b', 'undo'],
      ['c', 'redo'],
    ],
  ],
  ['c', [['c', 'redo']]],
])(
  'if operation b undid a and c undid b again, the chain of undos and redos from operation %s on is %j',
  async (id, steps) => {
    expect(await chainOf(id, async (other) => operation(other))).toEqual(steps);
  },
);

test('the chain of undos and redos of an operation ends at an operation that has expired', async () => {
  expect(await chainOf('a', readsExcept('b', expired))).toEqual([['a', 'redo']]);
});

// The operation `c` is a redo, but without `b` nothing shows that. Its next undo is an undo of `c` in any case.
test.each([
  ['b', 'a'],
  ['c', 'b'],
  ['c', 'a'],
])(
  'if operation b undid a and c undid b again, the chain shows %s like original work once operation %s has expired',
  async (id, earlier) => {
    expect((await chainOf(id, readsExcept(earlier, expired)))[0]).toEqual([id, 'redo']);
  },
);

test.each(['a', 'c'])(
  'reading the chain of undos and redos of an undo fails if the connection is lost while the chain’s operation %s is read',
  async (failing) => {
    await expect(chainOf('b', readsExcept(failing, lost))).rejects.toBe(lost);
  },
);
