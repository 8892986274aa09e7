/** Whether a number from a URL can be the id of a record. */
export function isId(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
