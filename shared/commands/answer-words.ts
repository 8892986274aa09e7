/** The moment at which the command was decided: new records say it many times. */
const decided = '\u0001';

/**
 * What answers are full of, above all those of carts and orders. A packed answer holds a word's place in this list: words are
 * added at its end, and none is ever changed or removed. One that no answer has any more costs nothing.
 */
const words: readonly string[] = [
  // Of one character, the first 27: what each line has.
  ',"product":{"id":',
  '","en":{"name":"',
  '"},"ar":{"name":"',
  '"}},"amount":',
  ',"main_price":',
  `,"discount_amount":0,"created_at":"${decided}","updated_at":"${decided}"},{"id":`,
  ',"order_id":',
  ',"product_id":',
  ',"name":"',
  ',"available":true},{"product_id":',
  ',"amount":',
  '","price":',
  ',"line_total":',
  ',null,{"items":[{"product_id":',
  ',"available":true}],"items_total":',
  '[201,1,"/api/client/orders/',
  '",{"id":',
  ',"order_number":"',
  '","user_id":',
  ',"user":{"id":',
  '"},"address_id":',
  ',"address":{"id":',
  ',"user_id":',
  ',"label":null,"line1":"',
  '","line2":null,"city":"',
  '","country":"',
  '","phone":"',
  // Of two.
  '"},"payment_method":',
  ',"status":"pending","next_statuses":["cancelled"],"reject_reason":null,"notes":null,"estimated_arrive_time":null,"total":',
  ',"discount_amount":0,"tax_amount":0,"main_price":',
  ',"items":[{"id":',
  `,"discount_amount":0,"created_at":"${decided}","updated_at":"${decided}"}],"items_total":`,
  `,"history":[{"at":"${decided}","from":null,"to":"pending","reason":null}],"created_at":"${decided}","updated_at":"${decided}"}]`,
  ',"manufacturing_price":',
  ',"label":',
  ',"line1":"',
  '","line2":',
  ',"city":"',
  ',"phone":',
  '},"payment_method":',
  ',"status":"',
  '","next_statuses":[',
  '],"reject_reason":',
  ',"notes":',
  ',"estimated_arrive_time":',
  ',"total":',
  ',"discount_amount":',
  ',"tax_amount":',
  ',"created_at":"',
  '","updated_at":"',
  '"},{"id":',
  '"}],"items_total":',
  '"}],"history":[{"at":"',
  ',"from":',
  ',"to":"',
  '","reason":',
  '[200,',
  ',"available":',
  ',"items_total":',
  ',"history":[{"at":"',
  '","by":"',
  '[201,1,"/api/admin/orders/',
];

const shortWords = 27;
/** First characters of the longer codes, and how many words each of them has. */
const longFrom = 29;
const perCharacter = 90;

/** JSON escapes the characters below the space, so none of them stands in an answer. */
function codeOf(index: number): string {
  if (index < shortWords) return String.fromCharCode(2 + index);
  const beyond = index - shortWords;
  const first = longFrom + Math.floor(beyond / perCharacter);
  return String.fromCharCode(first, 35 + (beyond % perCharacter));
}

const codes = new Map([...words.map((word, index) => [word, codeOf(index)] as const), [decided, decided]]);
const wordOf = new Map([...codes].map(([word, code]) => [code, word]));

// Of two words that begin alike the longer one is tried first.
const anyWord = new RegExp(words.toSorted().reverse().map(RegExp.escape).join('|'), 'g');
const anyCode = /[\u001d-\u001f].|[\u0001-\u001c]/gs;

/** The answer of a command that was decided at this moment, shorter. It must be JSON as `JSON.stringify` writes it. */
export function packAnswer(json: string, decidedAt: string): string {
  return json.replaceAll(decidedAt, decided).replace(anyWord, (word) => codes.get(word) ?? word);
}

/** What `packAnswer` was given. */
export function unpackAnswer(packed: string, decidedAt: string): string {
  return packed.replace(anyCode, (code) => wordOf.get(code) ?? code).replaceAll(decided, () => decidedAt);
}
