import { expect, test } from '@jest/globals';
import { atWrittenRows } from '#shared/contracts/kit/row-numbers.ts';

const broken = (field: string) => ({ field, rule: 'required' as const });

test.each([
  ['items.1.product_id', 'items.2.product_id'],
  ['items.0', 'items.0'],
  ['items.9.amount', 'items.9.amount'],
  ['items', 'items'],
  ['lines.1.amount', 'lines.1.amount'],
  ['constructor.1', 'constructor.1'],
])(
  'an error in %s is reported as %s if a form sent items with the indexes 0, 2 and 3, read as 0, 1 and 2',
  (field, written) => {
    expect(atWrittenRows([broken(field)], { items: [0, 2, 3] })).toEqual([broken(written)]);
  },
);
