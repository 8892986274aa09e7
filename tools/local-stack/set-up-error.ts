/** Something the person at the terminal has to know or do: its message is shown alone, without a stack. */
export class SetUpError extends Error {
  override name = 'SetUpError';
}
