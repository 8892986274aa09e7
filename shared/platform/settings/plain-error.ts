/** An error for the operator at the terminal, who sees only its message and no stack. */
export class PlainError extends Error {
  override name = 'PlainError';
}
