import { newIdempotencyKey } from '../../typescript/src/main.ts';
import { isDecided, isForbidden } from './pending-checkout.ts';

interface FormKey {
  /** Calls `write` with the header that contains the key. */
  send: <T>(write: (headers: { 'Idempotency-Key': string }) => Promise<T>) => Promise<T>;
  /** Makes the next write with the same input a further write. */
  renew: () => void;
}

/**
 * The idempotency key of a form's write. If the outcome is unknown, sending the form again makes the write only once. A changed
 * input is a new write, so it gets a new key. After a refusal the key is also new, because the store would repeat the refusal.
 */
export function formKey(form: EventTarget): FormKey {
  let key = newIdempotencyKey();
  const renew = () => {
    key = newIdempotencyKey();
  };
  form.addEventListener('input', renew);
  return {
    renew,
    send: async (write) => {
      try {
        return await write({ 'Idempotency-Key': key });
      } catch (error) {
        if (isDecided(error) || isForbidden(error)) renew();
        throw error;
      }
    },
  };
}
