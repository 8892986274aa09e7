import { Button, CloseButton, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useMayWrite } from '../data/session.tsx';
import type { RecordForm } from '../data/use-record-form.ts';
import { Section } from '../parts/section.tsx';
import { useTexts } from '../texts/language.tsx';
import { allRows, languages, sentRows, templateField, templateRows } from './settings-draft.ts';
import { settingsTexts } from './texts.ts';

/** Staff pick a reason when they reject an order, and the customer reads it. */
export function ReasonTemplates({ form }: { form: RecordForm }) {
  const t = useTexts(settingsTexts);
  const mayWrite = useMayWrite();
  const rows = templateRows(form.draft);
  const next = allRows(form.draft).length;
  const add = () => form.change({ [templateField(next, 'en')]: '', [templateField(next, 'ar')]: '' });
  return (
    <Section title={t('templates')}>
      <Text c="dimmed">{t('templatesMore')}</Text>
      {rows.length === 0 && <Text>{t('noTemplates')}</Text>}
      {rows.map((row) => (
        <TemplateRow key={row} row={row} form={form} />
      ))}
      {mayWrite && (
        <Button variant="default" w="fit-content" onClick={add}>
          {t('addTemplate')}
        </Button>
      )}
    </Section>
  );
}

function TemplateRow({ row, form }: { row: number; form: RecordForm }) {
  const problemAt = useFieldProblem();
  const t = useTexts(settingsTexts);
  const mayWrite = useMayWrite();
  // In an error response, the API numbers only the rows that were sent.
  const sent = sentRows(form.draft).indexOf(row);
  return (
    <Group align="flex-end" wrap="nowrap">
      <SimpleGrid cols={{ base: 1, sm: 2 }} className="grows">
        {languages.map((language) => (
          <TextInput
            key={language}
            {...form.text(templateField(row, language))}
            error={sent < 0 ? undefined : problemAt(form.problem, templateField(sent, language))}
            lang={language}
            dir={language === 'ar' ? 'rtl' : 'ltr'}
            autoComplete="off"
          />
        ))}
      </SimpleGrid>
      {mayWrite && (
        <CloseButton
          size="lg"
          aria-label={t('removeTemplate', { number: row + 1 })}
          onClick={() => form.change({ [templateField(row, 'removed')]: true })}
        />
      )}
    </Group>
  );
}
