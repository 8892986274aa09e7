import { settingsRead } from '#clients/typescript/src/main.ts';
import { useLanguage } from '../texts/language.tsx';
import { useRecord } from './use-record.ts';

/** The shop's predefined reasons, in the chosen language. */
export function useReasonTemplates(): readonly string[] {
  const { language } = useLanguage();
  const { record: settings } = useRecord(['settings'], (client, options) =>
    settingsRead({ client, ...options }),
  );
  return settings?.reason_templates.map((template) => template[language]) ?? [];
}
