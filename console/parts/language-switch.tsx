import { Button } from '@mantine/core';
import { useLanguage } from '../texts/language.tsx';

/** The button's label is the other language's own name. */
export function LanguageSwitch() {
  const { language, choose } = useLanguage();
  const [other, name] = language === 'ar' ? (['en', 'English'] as const) : (['ar', 'العربية'] as const);
  return (
    <Button variant="default" lang={other} onClick={() => choose(other)}>
      {name}
    </Button>
  );
}
