import { PlainError } from '#shared/process/plain-error.ts';

/** The reason why a store cannot be set up on this machine. */
export class SetUpError extends PlainError {
  override name = 'SetUpError';
}
