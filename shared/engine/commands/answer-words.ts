/** Placeholder for the time at which a worker processed the command. A new record contains that time many times. */
const decided = '\u0001';

/**
 * Frequent parts of responses, above all of carts and orders. Packed responses refer to positions in this list. So only append
 * words; never change, move or remove one. An unused word costs nothing.
 */
const words: readonly string[] = [
  // The first 27 words have codes of one character, because every order line contains them.
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
/** Two-character codes begin with this character or a later one. Each first character allows `perCharacter` codes. */
const longFrom = 29;
const perCharacter = 90;

/** Each code begins with a control character. JSON escapes control characters, so no response contains a code by chance. */
function codeOf(index: number): string {
  if (index < shortWords) return String.fromCharCode(2 + index);
  const beyond = index - shortWords;
  const first = longFrom + Math.floor(beyond / perCharacter);
  return String.fromCharCode(first, 35 + (beyond % perCharacter));
}

const codes = new Map([...words.map((word, index) => [word, codeOf(index)] as const), [decided, decided]]);
const wordOf = new Map([...codes].map(([word, code]) => [code, word]));

// Sorted in descending order, so that the pattern tries a longer word before its prefix.
const anyWord = new RegExp(words.toSorted().reverse().map(RegExp.escape).join('|'), 'g');
const anyCode = /[\u001d-\u001f].|[\u0001-\u001c]/gs;

/** Shortens the response to a command that was processed at `decidedAt`. `json` must have the format of `JSON.stringify`. */
export function packAnswer(json: string, decidedAt: string): string {
  return json.replaceAll(decidedAt, decided).replace(anyWord, (word) => codes.get(word) ?? word);
}

export function unpackAnswer(packed: string, decidedAt: string): string {
  return packed.replace(anyCode, (code) => wordOf.get(code) ?? code).replaceAll(decided, () => decidedAt);
}
