import { useTexts } from '../texts/language.tsx';
import { paymentMethods } from './order-words.ts';
import { partTexts } from './texts.ts';

/** Returns a function that names a payment method. A method without a name in the console is named by its number. */
export function usePaymentName(): (method: number) => string {
  const t = useTexts(partTexts);
  return (method) => {
    const text = paymentMethods.get(method);
    return text === undefined ? String(method) : t(text);
  };
}

/** The methods to choose from, for a select. */
export function usePaymentOptions(): { value: string; label: string }[] {
  const nameOf = usePaymentName();
  return [...paymentMethods.keys()].map((method) => ({ value: String(method), label: nameOf(method) }));
}
