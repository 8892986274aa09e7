/** Something the person at the terminal has to know or do: its message is shown alone, without a stack. */
export class PlainError extends Error {
  override name = 'PlainError';
}
