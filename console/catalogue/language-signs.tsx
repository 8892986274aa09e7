import { Group } from '@mantine/core';
import { useFormat } from '../format/use-format.ts';
import { useTexts } from '../texts/language.tsx';
import { languageGaps, type Translations } from './language-gaps.ts';
import { catalogueTexts } from './texts.ts';
import './catalogue.css';

export function LanguageSigns({ translations }: { translations: Translations }) {
  const t = useTexts(catalogueTexts);
  const { list } = useFormat();
  const gaps = languageGaps(translations);
  if (gaps.length === 0) return null;
  return (
    <Group gap="xs">
      {gaps.map(({ language, kind, fields }) => (
        <span key={`${language} ${kind}`} className="language-sign">
          {t(kind, {
            language: t(language === 'en' ? 'english' : 'arabic'),
            fields: list(fields.map((field) => t(field))),
          })}
        </span>
      ))}
    </Group>
  );
}
