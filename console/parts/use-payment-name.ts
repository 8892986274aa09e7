import { useTexts } from '../texts/language.tsx';
import { paymentMethods } from './order-words.ts';
import { partTexts } from './texts.ts';

/** The method's number if the console has no name for it. */
export function usePaymentName(): (method: number) => string {
  const t = useTexts(partTexts);
  return (method) => {
    const text = paymentMethods.get(method);
    return text === undefined ? String(method) : t(text);
  };
}
