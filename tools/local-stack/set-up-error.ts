import { PlainError } from '#shared/process/plain-error.ts';

/** What keeps a store from being set up on this machine. */
export class SetUpError extends PlainError {
  override name = 'SetUpError';
}
