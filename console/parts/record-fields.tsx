import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useMayWrite } from '../data/session.tsx';
import type { Labels, RecordForm } from '../data/use-record-form.ts';
import { labelled } from '../texts/labelled.ts';
import { useTexts } from '../texts/language.tsx';
import { ConflictAlert } from './conflict-alert.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { submits } from './submits.ts';
import { partTexts } from './texts.ts';

interface RecordFieldsProps {
  form: RecordForm;
  /** The labels by the field names of an error response. Needed only if the API numbers rows differently from the form. */
  refusedLabels?: Labels;
  verb?: string;
  /** Allows saving without any change. */
  isNew?: boolean;
  children: ReactNode;
}

export function RecordFields(props: RecordFieldsProps) {
  const { form, refusedLabels = form.labels, verb, isNew = false, children } = props;
  const mayWrite = useMayWrite();
  const element = useRef<HTMLFormElement>(null);
  useFirstProblem(element, form);
  return (
    <form
      ref={element}
      noValidate
      onSubmit={submits(() => {
        if (!form.isPending && (form.isDirty || isNew)) form.save();
      })}
    >
      <Stack>
        {children}
        <RecordConflict form={form} />
        <ProblemAlert problem={form.problem} labels={refusedLabels} />
        {mayWrite && <SaveBar form={form} verb={verb} isNew={isNew} />}
      </Stack>
    </form>
  );
}

function SaveBar({ form, verb, isNew }: { form: RecordForm; verb: string | undefined; isNew: boolean }) {
  const t = useTexts(partTexts);
  const state = form.isDirty ? t('unsaved') : t('saved');
  return (
    <Group className="save-bar" data-dirty={form.isDirty}>
      {(form.isDirty || isNew) && (
        <Button type="submit" loading={form.isPending}>
          {verb ?? t('save')}
        </Button>
      )}
      {form.isDirty && (
        <Button variant="default" onClick={form.discard} disabled={form.isPending}>
          {t('discard')}
        </Button>
      )}
      <Text role="status">{form.isDirty || form.isSaved ? state : ''}</Text>
    </Group>
  );
}

function RecordConflict({ form }: Pick<RecordFieldsProps, 'form'>) {
  const { current, labels } = form;
  const t = useTexts(partTexts);
  const said = useSaid();
  const nameField = (field: string) => labels[field] ?? field;
  return (
    <ConflictAlert
      conflict={form.conflict}
      nameField={(field) => labels[field]}
      mine={
        <List>
          {Object.entries(form.changes).map(([field, value]) => (
            <List.Item key={field}>
              <Text span>{labelled(nameField(field), said(value))}</Text>
              <br />
              <Text span c="dimmed">
                {t('nowValue', { field: nameField(field), value: said(current[field] ?? '') })}
              </Text>
            </List.Item>
          ))}
        </List>
      }
    >
      <Group>
        <Button onClick={form.discard}>{t('takeTheirs')}</Button>
        <Button variant="default" onClick={form.saveAnyway} loading={form.isPending}>
          {t('saveMine')}
        </Button>
      </Group>
    </ConflictAlert>
  );
}

function useSaid(): (value: string | boolean) => string {
  const t = useTexts(partTexts);
  return (value) => {
    if (typeof value === 'boolean') return value ? t('yes') : t('no');
    return value === '' ? t('empty') : value;
  };
}

/** After a rejected request, moves the focus to the first invalid input. */
function useFirstProblem(element: { current: HTMLFormElement | null }, { problem }: RecordForm): void {
  useEffect(() => {
    if (problem === undefined) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem, element]);
}
