import JsBarcode from 'jsbarcode';

/** White modules on each side, which a scanner needs to find the ends. */
const quietModules = 10;
/** Common scanners cannot read bars narrower than this. */
const narrowestMm = 0.19;
const widestMm = 0.33;

interface Bars {
  /** `x` is the distance from the left edge of the quiet zone, in modules. */
  bars: { x: number; width: number }[];
  modules: number;
  widthMm: number;
}

/** The barcode encodes capitals, because scanned small letters would act as the console's shortcut keys. */
export function scannable(number: string): string {
  return number.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** Encodes an order's number as Code 128; null if a character has no code or the barcode is too wide for the paper. */
export function code128(text: string, printableMm: number): Bars | null {
  const modules = modulesOf(text);
  if (modules === null) return null;
  const all = modules.length + 2 * quietModules;
  const moduleMm = Math.min(widestMm, printableMm / all);
  if (moduleMm < narrowestMm) return null;
  const bars = [...modules.matchAll(/1+/g)].map(({ 0: bar, index }) => {
    return { x: index + quietModules, width: bar.length };
  });
  return { bars, modules: all, widthMm: all * moduleMm };
}

/** `1` is a black module, `0` is a white module. */
function modulesOf(text: string): string | null {
  const drawn: { encodings?: { data: string }[] } = {};
  // Without `valid`, JsBarcode throws for characters that it cannot encode.
  JsBarcode(drawn, text, { format: 'CODE128', valid: () => undefined });
  const data = drawn.encodings?.map((part) => part.data).join('') ?? '';
  return data === '' ? null : data;
}
