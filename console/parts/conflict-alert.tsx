import { Alert, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WriteConflict } from '../data/use-write.ts';
import { useFormat } from '../format/use-format.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import { partTexts } from './texts.ts';
import { changeLines, lineNames, type FieldChanges } from './timeline-changes.ts';
import { useAuthorName } from './author.tsx';
import { useChangeText, useFieldName, type NameField } from './use-change-text.ts';

interface ConflictAlertProps {
  conflict: WriteConflict<unknown> | undefined;
  /** The unsaved change, as the page shows it. */
  mine: ReactNode;
  nameField?: NameField;
  /** Buttons that keep the other user's change, or write my change again. */
  children: ReactNode;
}

/** Shows a 412 conflict: my change and the other user's change side by side. The store has overwritten nothing. */
export function ConflictAlert({ conflict, mine, nameField = () => undefined, children }: ConflictAlertProps) {
  const t = useTexts(partTexts);
  const nameOf = useFieldName();
  const { moment, list } = useFormat();
  const authorName = useAuthorName();
  if (conflict === undefined) return null;
  return (
    <Alert color="orange" title={t('conflictTitle')}>
      <Stack gap="sm">
        <div>
          <Text fw={600}>{t('conflictTheirs')}</Text>
          <List>
            {conflict.theirs.map(({ version, by, at, fields, values }) => (
              <List.Item key={version}>
                {t('conflictChange', {
                  by: authorName(by),
                  fields: list(
                    fields
                      .flatMap((field) => innerFields(field, values))
                      .map((name) => nameField(name) ?? nameOf({ field: name })),
                  ),
                  at: moment(at),
                })}
                {values !== undefined && <Values changes={values} nameField={nameField} />}
              </List.Item>
            ))}
          </List>
        </div>
        <div>
          <Text fw={600}>{t('conflictMine')}</Text>
          {mine}
        </div>
        {children}
      </Stack>
    </Alert>
  );
}

/**
 * The changed text fields of one language. `en` becomes `en.name` and `en.description`, because only these
 * fields have labels.
 */
function innerFields(field: string, changes: FieldChanges = {}): string[] {
  const inner = Object.keys(changes).filter((name) => name.startsWith(`${field}.`));
  return (field === 'en' || field === 'ar') && inner.length > 0 ? inner : [field];
}

function Values({ changes, nameField }: { changes: FieldChanges; nameField: NameField }) {
  const { language } = useLanguage();
  const textOf = useChangeText(lineNames([{ changes }], language), nameField);
  const lines = changeLines({ kind: 'changed', reason: null, changes }, language);
  if (lines.length === 0) return null;
  return (
    <List size="sm" withPadding>
      {lines.map((line) => (
        <List.Item key={`${line.item ?? ''} ${line.field}`}>
          <bdi>{textOf(line)}</bdi>
        </List.Item>
      ))}
    </List>
  );
}
