import { paymentMethods } from '../parts/order-words.ts';
import { partTexts } from '../parts/texts.ts';
import { fillText } from '../texts/fill-text.ts';
import { useLanguage } from '../texts/language.tsx';

/** A payment method in words; one that the console does not know yet by its number. */
export function usePaymentName(): (method: number) => string {
  const { language } = useLanguage();
  return (method) => {
    const text = paymentMethods.get(method);
    return text === undefined ? String(method) : fillText(partTexts[text], language);
  };
}
