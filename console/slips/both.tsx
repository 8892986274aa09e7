import type { Text } from '../texts/define-texts.ts';
import { fillText } from '../texts/fill-text.ts';

export function Both({ text }: { text: Text }) {
  return <InBoth en={fillText(text, 'en')} ar={fillText(text, 'ar')} />;
}

/** The same value in two languages. Shown only once if the two texts are equal or one text is missing. */
export function InBoth({ en, ar }: { en: string | null; ar: string | null }) {
  const isEnShown = en !== null && en !== '';
  const isArShown = ar !== null && ar !== '' && ar !== en;
  return (
    <span className="both">
      {isEnShown && (
        <span lang="en" dir="ltr">
          {en}
        </span>
      )}
      {isArShown && (
        <span lang="ar" dir="rtl">
          {ar}
        </span>
      )}
    </span>
  );
}
