import fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';
import { csvLine, disarmed } from '#shared/engine/exports/csv.ts';
import { hostileTexts } from '../../support/hostile-cells.ts';

interface Reading {
  separators: string;
  /** Whether a cell that begins with `"` ends at the next `"` that is not doubled. */
  honoursQuotes: boolean;
}

/** Splits CSV into cells as a spreadsheet does. Shares no code with the CSV writer under test. */
function cellsOf(csv: string, { separators, honoursQuotes }: Reading): string[] {
  const ends = `${separators}\r\n`;
  const cells: string[] = [];
  let at = 0;
  while (at < csv.length) {
    const begin = at;
    if (honoursQuotes && csv[at] === '"') {
      at += 1;
      while (at < csv.length && (csv[at] !== '"' || csv[at + 1] === '"')) at += csv[at] === '"' ? 2 : 1;
    }
    while (at < csv.length && !ends.includes(csv[at] ?? '')) at += 1;
    cells.push(csv.slice(begin, at));
    at += 1;
  }
  return cells;
}

/** Allows for LibreOffice, which ignores NUL, and for spreadsheets that skip blanks or accept full-width characters. */
const isCalculated = (cell: string) => /^[\s"\p{Cc}]*[=+\-@＝＋－＠]/u.test(cell);

const readings = [',', ';', '\t', '|', ',;\t|'].flatMap((separators): Reading[] => [
  { separators, honoursQuotes: true },
  { separators, honoursQuotes: false },
]);
const hostileUnits = [
  ',',
  ';',
  '\t',
  '|',
  '\r',
  '\n',
  '"',
  '""',
  ' ',
  '\u00a0',
  '\0',
  '=',
  '+',
  '-',
  '@',
  '＝',
  "'",
  'x',
];
const hostileText = fc
  .array(fc.constantFrom(...hostileUnits), { maxLength: 12 })
  .map((units) => units.join(''));

describe('lines of CSV', () => {
  test.each(readings)(
    'a spreadsheet that splits CSV of random texts at the separators $separators finds no formula (it respects quotes: $honoursQuotes)',
    (reading) => {
      fc.assert(
        fc.property(fc.array(hostileText, { minLength: 1, maxLength: 4 }), (cells) => {
          expect(cellsOf(csvLine(cells), reading).filter(isCalculated)).toEqual([]);
        }),
        { numRuns: 700 },
      );
    },
  );

  test.each(readings)(
    'a spreadsheet that splits CSV of known attack texts at the separators $separators finds no formula (it respects quotes: $honoursQuotes)',
    (reading) => {
      const lines = hostileTexts.map((text) => csvLine(['1', text, text]));
      expect(lines.flatMap((line) => cellsOf(line, reading)).filter(isCalculated)).toEqual([]);
    },
  );
});

test.each([
  ['x;=1+1', "x;'=1+1"],
  ['x\t=1+1', "x\t'=1+1"],
  ['x|=1+1', "x|'=1+1"],
  ['x, -5', "x, '-5"],
  ['x\r\n@SUM(A1)', "x\r\n'@SUM(A1)"],
  ['x;"=1+1', `x;"'=1+1`],
  ['x;\0＝1+1', "x;\0'＝1+1"],
  ['"=1+1', `'"=1+1`],
  ['\0=1+1', "'\0=1+1"],
  ['\t=1+1', "'\t'=1+1"],
  ["x;=cmd|'/C calc'!A0;y", "x;'=cmd|'/C calc'!A0;y"],
])(
  'a CSV cell with the text %j gets an apostrophe, because a spreadsheet would calculate the text',
  (text, expected) => {
    expect(disarmed(text)).toBe(expected);
  },
);

test.each([
  'a;b',
  'a, b; c\td|e',
  'Sizes: S;M;L',
  'e-mail: rana@example.com; phone 079',
  '3 - 2 = 1',
  'a;b=c',
  "x;'=1+1",
  'two\nlines; "quoted"',
])('a CSV cell with the text %j is unchanged, because no spreadsheet would calculate the text', (text) => {
  expect(disarmed(text)).toBe(text);
});

test('a CSV cell whose text the apostrophe already protects from being calculated gets no second apostrophe', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(disarmed(disarmed(text))).toBe(disarmed(text));
    }),
  );
});
