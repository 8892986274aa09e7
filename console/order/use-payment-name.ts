import { paymentMethods } from '../parts/order-words.ts';
import { partTexts } from '../parts/texts.ts';
import { fillText } from '../texts/fill-text.ts';
import { useLanguage } from '../texts/language.tsx';

/** The name of a payment method, or its number if the console has no name for it. */
export function usePaymentName(): (method: number) => string {
  const { language } = useLanguage();
  return (method) => {
    const text = paymentMethods.get(method);
    return text === undefined ? String(method) : fillText(partTexts[text], language);
  };
}
