import { describe, expect, test } from '@jest/globals';

import { code128, scannable } from '#console/slips/code128.ts';
import { pickLines } from '#console/slips/pick-lines.ts';
import { kindNamed, orderIds, pageRules, paperNamed, printableMm } from '#console/slips/paper.ts';
import { createSlipFormat } from '#console/slips/slip-format.ts';
import { decodeCode128 } from '../../support/decode-code128.ts';

describe('barcodes on packing slips', () => {
  test.each(['0D3V-5GG', 'A', '1234567890', 'order 12', '2026/000123-B', 'x1234y'])(
    'the barcode of %j decodes to the same text',
    (number) => {
      const code = code128(number, printableMm('a4'));
      expect(decodeCode128(code?.bars ?? [])).toBe(number);
    },
  );

  test('the text for the barcode of an order number has ASCII letters in upper case and leaves other letters unchanged', () => {
    expect(scannable('inv-c7/straße')).toBe('INV-C7/STRAßE');
  });

  test('a barcode has an empty margin of ten modules on both sides and fits the 80 mm paper roll', () => {
    const code = code128('0D3V-5GG', printableMm('80mm'));
    const { bars = [], modules = 0, widthMm = Infinity } = code ?? {};
    const last = bars.at(-1);
    expect([bars[0]?.x, modules - (last ? last.x + last.width : 0)]).toEqual([10, 10]);
    expect(widthMm).toBeLessThanOrEqual(72);
    expect(widthMm / modules).toBeGreaterThanOrEqual(0.19);
  });

  test.each(['طلب-١', 'x'.repeat(64)])(
    'an order number that a scanner cannot read gets no barcode: %s',
    (number) => {
      expect(code128(number, printableMm('80mm'))).toBeNull();
    },
  );

  test('the barcode decoder of these tests rejects a barcode with a missing bar', () => {
    const bars = code128('0D3V-5GG', 100)?.bars ?? [];
    expect(() => decodeCode128(bars.toSpliced(5, 1))).toThrow(/symbol/);
  });
});

describe('page rules of packing slips', () => {
  test.each([
    ['a4', '@page { size: 210mm 297mm; margin: 12mm; }'],
    ['a5', '@page { size: 148mm 210mm; margin: 8mm; }'],
  ] as const)('packing slips on %s have the same page size for short and for long orders', (paper, rule) => {
    expect(pageRules(paper, new Map([[1, 5000]]))).toEqual([rule]);
  });

  test('each packing slip on a paper roll gets a page as long as its order needs, but never shorter than the paper’s width', () => {
    const heights = new Map([
      [7, 960],
      [8, 40],
    ]);
    expect(pageRules('80mm', heights)).toEqual([
      '@page order-7 { size: 80mm 255mm; margin: 0; }',
      ".sheet[data-order='7'] { page: order-7; }",
      '@page order-8 { size: 80mm 81mm; margin: 0; }',
      ".sheet[data-order='8'] { page: order-8; }",
    ]);
  });
});

test('order ids, paper and kind of slips are parsed from the print URL; invalid ids are ignored, and other invalid values become the defaults', () => {
  expect(orderIds('3,1,3,x,0,-2,1.5,')).toEqual([3, 1]);
  expect([orderIds(null), orderIds('')]).toEqual([[], []]);
  expect(['a5', '80mm', 'A4', null].map(paperNamed)).toEqual(['a5', '80mm', 'a4', 'a4']);
  expect(['invoice', 'pick', 'x', null].map(kindNamed)).toEqual(['invoice', 'pick', 'slip', 'slip']);
});

test('packing slips have the same format for amounts and times in both languages', () => {
  const format = createSlipFormat({ currency: 'JOD', decimals: 3, timeZone: 'Asia/Amman' });
  expect(format.money(12.5)).toBe('12.500 JOD');
  expect(format.moment('2026-03-01T21:30:00.000Z')).toBe('2026-03-02 00:30');
  expect(format.lineTotal({ amount: 3, main_price: 0.1, discount_amount: 0.05 })).toBe('0.250 JOD');
  const bare = (city: string) => format.place(city, 'JO').replaceAll(/[\u2066-\u2069]/g, '');
  expect(['Amman', 'عمّان'].map(bare)).toEqual(['Amman, Jordan', 'عمّان، الأردن']);
});

test('a pick list adds up the units of each product, and names the orders that need it', () => {
  const product = (id: number, name: string) => ({ id, name, en: { name }, ar: { name } });
  const [tea, mug] = [product(1, 'Tea'), product(2, 'Mug')];
  const orders = [
    {
      order_number: 'A-1',
      items: [
        { product: tea, amount: 2 },
        { product: mug, amount: 1 },
      ],
    },
    {
      order_number: 'A-2',
      items: [
        { product: tea, amount: 1 },
        { product: tea, amount: 3 },
      ],
    },
  ];
  expect(pickLines(orders)).toEqual([
    { product: mug, units: 1, orders: [{ number: 'A-1', units: 1 }] },
    {
      product: tea,
      units: 6,
      orders: [
        { number: 'A-1', units: 2 },
        { number: 'A-2', units: 4 },
      ],
    },
  ]);
});
