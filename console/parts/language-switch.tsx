import { Button } from '@mantine/core';
import { useLanguage } from '../texts/language.tsx';

/** The button's label is the other language's own name. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { language, choose } = useLanguage();
  const [other, name] = language === 'ar' ? (['en', 'English'] as const) : (['ar', 'العربية'] as const);
  return (
    <Button
      variant="default"
      px="sm"
      {...(className !== undefined && { className })}
      lang={other}
      onClick={() => choose(other)}
    >
      {name}
    </Button>
  );
}
