import { refuseBeyond, tooManyValues } from './field-tree.ts';

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const highestBlank = 0x20;

/**
 * Checks the raw bytes of JSON, because parsing first would cost the time that the limit saves. Throws `payload_too_large` for
 * more than `most` values, and `malformed_body` for too deep nesting. Invalid JSON passes here; the parser rejects it later.
 */
export function refuseVastJson(bytes: Buffer, most: number): void {
  let [values, depth] = [0, 0];
  let isJustOpened = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= highestBlank) continue;
    const isClose = byte === closeArray || byte === closeObject;
    // A comma adds one value. The first entry of a non-empty object or array also adds one.
    if (byte === comma || (isJustOpened && !isClose)) values += 1;
    if (values > most) throw tooManyValues(most);
    isJustOpened = byte === openArray || byte === openObject;
    if (isJustOpened) refuseBeyond((depth += 1), 'malformed_body');
    else if (isClose) depth -= 1;
    else if (byte === quote) at = endOfText(bytes, at + 1);
  }
}

/** The index of the string's closing quote. */
function endOfText(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
