/** Widths of the bars and spaces in each Code 128 symbol, indexed by its value (ISO/IEC 15417); 106 is the stop symbol. */
const widths = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ');

/** Decodes black bars as a scanner does. Throws if the bars are not Code 128 or the check symbol is wrong. */
export function decodeCode128(bars: readonly { x: number; width: number }[]): string {
  const runs = bars.flatMap(({ x, width }, index) => {
    const next = bars[index + 1];
    return next === undefined ? [width] : [width, next.x - x - width];
  });
  const symbols: number[] = [];
  for (let at = 0; at < runs.length;) {
    const length = runs.length - at === 7 ? 7 : 6;
    const value = widths.indexOf(runs.slice(at, at + length).join(''));
    if (value === -1) throw new Error(`No symbol: ${runs.slice(at, at + length).join(' ')}`);
    symbols.push(value);
    at += length;
  }
  const [start = 0, ...rest] = symbols;
  const check = rest.at(-2);
  const data = rest.slice(0, -2);
  const sum = data.reduce((total, value, index) => total + value * (index + 1), start);
  if (rest.at(-1) !== 106 || check !== sum % 103) throw new Error('The check symbol is wrong');
  return textOf(start, data);
}

type CodeSet = 'A' | 'B' | 'C';
const starts: Readonly<Record<number, CodeSet>> = { 103: 'A', 104: 'B', 105: 'C' };
const switches: Readonly<Record<CodeSet, Record<number, CodeSet>>> = {
  A: { 99: 'C', 100: 'B' },
  B: { 99: 'C', 101: 'A' },
  C: { 100: 'B', 101: 'A' },
};

function textOf(start: number, data: readonly number[]): string {
  const first = starts[start];
  if (first === undefined) throw new Error('No start');
  let set: CodeSet = first;
  let text = '';
  for (const value of data) {
    const other: CodeSet | undefined = switches[set][value];
    if (other !== undefined) set = other;
    else if (set === 'C') text += String(value).padStart(2, '0');
    else text += String.fromCodePoint(set === 'A' && value > 63 ? value - 64 : value + 32);
  }
  return text;
}
