/** An error for the operator at the terminal: only its message is shown, without a stack. */
export class PlainError extends Error {
  override name = 'PlainError';
}
