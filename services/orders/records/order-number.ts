import { foldDigits, withoutUnseen } from '#shared/contracts/kit/fold-text.ts';

// Crockford's base 32: no I, L, O or U, so that a number can be read aloud.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
// Because the modulus is prime, the check character reveals a mistyped character and two swapped neighbours before it. It does
// not reveal a swap or typing error between characters whose values are 29 apart (0 and X, 1 and Y, 2 and Z).
const checkModulus = 29n;

/** The length of an order number in bits, without its check character. Six characters (30 bits) suffice for a billion orders. */
function bodyBits(id: bigint): bigint {
  let bits = 30n;
  while (id >= 1n << bits) bits += 10n;
  return bits;
}

const [first, second] = [0x9e3779b97f4a7c15n, 0xd6e8feb86659fd93n];

/** Maps each id to another number of `bits` bits, so that consecutive ids get dissimilar numbers. */
function scramble(id: bigint, bits: bigint): bigint {
  const mask = (1n << bits) - 1n;
  let value = (id * first) & mask;
  value ^= value >> (bits / 2n);
  value = (value * second) & mask;
  return value ^ (value >> (bits / 2n));
}

/** Inverts `scramble`. The xor steps of `scramble` are their own inverses, and each factor has an inverse. */
function unscramble(scrambled: bigint, bits: bigint): bigint {
  const mask = (1n << bits) - 1n;
  let value = scrambled ^ (scrambled >> (bits / 2n));
  value = (value * inverse(second)) & mask;
  value ^= value >> (bits / 2n);
  return (value * inverse(first)) & mask;
}

/** The inverse of an odd number modulo 2^64; each step doubles the number of correct bits. */
function inverse(odd: bigint): bigint {
  let found = odd;
  for (let bits = 3; bits < 64; bits *= 2) found = BigInt.asUintN(64, found * (2n - odd * found));
  return found;
}

/** The generated number of an order, such as `7KQ2-M9TC`. The last character is a check character. */
export function orderNumber(id: number): string {
  const bits = bodyBits(BigInt(id));
  const body = scramble(BigInt(id), bits);
  let text = '';
  for (let shift = bits - 5n; shift >= 0n; shift -= 5n) text += alphabet[Number((body >> shift) & 31n)] ?? '';
  text += alphabet[Number(body % checkModulus)] ?? '';
  return grouping(text);
}

function grouping(characters: string): string {
  return (characters.match(/.{1,4}/g) ?? []).join('-');
}

/** The scrambled id before the check character, and its length in bits. Null: the service never generates this text. */
function bodyOf(text: string): { body: bigint; bits: bigint } | null {
  const plain = text.toUpperCase().replaceAll('-', '');
  if (plain.length < 7 || plain.length % 2 === 0) return null;
  const values = Array.from(plain, (character) => alphabet.indexOf(character));
  if (values.includes(-1)) return null;
  const check = BigInt(values.pop() ?? 0);
  const body = values.reduce((sum, value) => (sum << 5n) | BigInt(value), 0n);
  const isRight = body % checkModulus === check && grouping(plain) === text;
  return isRight ? { body, bits: BigInt(values.length * 5) } : null;
}

export function looksGenerated(text: string): boolean {
  return bodyOf(text) !== null;
}

/** A key for comparing order numbers. It ignores letter case and the script of digits. */
export function numberKey(number: string): string {
  return foldDigits(number.toLowerCase());
}

/**
 * The spellings under which an order without `number_key` may be stored: `number` itself, and as the service generates numbers.
 */
export function numbersAlike(number: string): string[] {
  return [...new Set([number, asGenerated(number)])];
}

export function asGenerated(number: string): string {
  return numberKey(number).toUpperCase();
}

/** Phones and text programs may replace the hyphen with a longer dash or with a non-breaking hyphen. */
const dashes = /[\p{Dash_Punctuation}\u2212]/gu;

/**
 * The order numbers that a typed or scanned text may mean. Copied texts may have spaces, `#` and invisible characters. Generated
 * numbers may be typed without their hyphens.
 */
export function numbersMeant(typed: string): string[] {
  const plain = withoutUnseen(typed).replaceAll(/[\s#]/g, '');
  const grouped = grouping(asGenerated(plain).replaceAll(dashes, ''));
  return [...new Set([typed, plain, ...(looksGenerated(grouped) ? [grouped] : [])])].filter(
    (number) => number !== '',
  );
}

/** The key to store with an order number. Null for the order's generated number, which needs no key. */
export function keptNumberKey({ _id, order_number: number }: { _id: number; order_number: string }) {
  return number === orderNumber(_id) ? null : numberKey(number);
}

/** The id of the order with this generated number. Returns null if the service never generates this number. */
export function orderIdOf(number: string): number | null {
  const generated = bodyOf(number);
  if (!generated) return null;
  const id = Number(unscramble(generated.body, generated.bits));
  return Number.isSafeInteger(id) && orderNumber(id) === number ? id : null;
}
