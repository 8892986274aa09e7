import { adminSettingsRead, type ShopSettings } from '#clients/typescript/src/main.ts';
import { useLanguage } from '../texts/language.tsx';
import { useRecord, type RecordState } from './use-record.ts';

export function useSettings(): RecordState<ShopSettings> {
  return useRecord(['settings'], adminSettingsRead);
}

export function useReasonTemplates(): readonly string[] {
  const { language } = useLanguage();
  return useSettings().record?.reason_templates.map((template) => template[language]) ?? [];
}
