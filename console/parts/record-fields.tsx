import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { Draft } from '../data/draft.ts';
import { useMayWrite } from '../data/session.tsx';
import type { RecordForm } from '../data/use-record-form.ts';
import { labelled } from '../texts/labelled.ts';
import { useTexts } from '../texts/language.tsx';
import { ConflictAlert } from './conflict-alert.tsx';
import { formTexts } from './form-texts.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { partTexts } from './texts.ts';

const barTexts = { ...formTexts, save: partTexts.save };

interface RecordFieldsProps {
  form: RecordForm;
  /** The record as it is now, which somebody else may have changed meanwhile. */
  current: Draft;
  /** What the room calls its fields, which all have an input. */
  labels: Readonly<Record<string, string>>;
  /** The same by the names in a refusal, where the API counts rows of its own. */
  refusedLabels?: Readonly<Record<string, string>>;
  /** What the button says, where "Save" does not. */
  verb?: string;
  /** Is there something to save from the beginning? */
  isNew?: boolean;
  children: ReactNode;
}

/** The inputs of a record, and below them: what is wrong, what somebody else did, and saving. */
export function RecordFields(props: RecordFieldsProps) {
  const { form, current, labels, refusedLabels = labels, verb, isNew = false, children } = props;
  const mayWrite = useMayWrite();
  const element = useRef<HTMLFormElement>(null);
  useFirstProblem(element, form);
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isPending && (form.isDirty || isNew)) void form.save();
      }}
    >
      <Stack>
        {children}
        <RecordConflict form={form} current={current} labels={labels} />
        <ProblemAlert problem={form.problem} labels={refusedLabels} />
        {mayWrite && <SaveBar form={form} verb={verb} isNew={isNew} />}
      </Stack>
    </form>
  );
}

function SaveBar({ form, verb, isNew }: { form: RecordForm; verb: string | undefined; isNew: boolean }) {
  const t = useTexts(barTexts);
  const state = form.isDirty ? t('unsaved') : t('saved');
  return (
    <Group>
      <Button type="submit" loading={form.isPending} disabled={!form.isDirty && !isNew}>
        {verb ?? t('save')}
      </Button>
      {form.isDirty && !isNew && (
        <Button variant="default" onClick={form.discard} disabled={form.isPending}>
          {t('discard')}
        </Button>
      )}
      <Text role="status">{(form.isDirty && !isNew) || form.isSaved ? state : ''}</Text>
    </Group>
  );
}

function RecordConflict({ form, current, labels }: Pick<RecordFieldsProps, 'form' | 'current' | 'labels'>) {
  const t = useTexts(formTexts);
  const said = useSaid();
  const nameField = (field: string) => labels[field] ?? field;
  return (
    <ConflictAlert
      conflict={form.conflict}
      nameField={nameField}
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
        <Button variant="default" onClick={form.discard}>
          {t('takeTheirs')}
        </Button>
        <Button onClick={() => void form.saveAnyway()} loading={form.isPending}>
          {t('saveMine')}
        </Button>
      </Group>
    </ConflictAlert>
  );
}

function useSaid(): (value: string | boolean) => string {
  const t = useTexts(formTexts);
  return (value) => {
    if (typeof value === 'boolean') return value ? t('yes') : t('no');
    return value === '' ? t('empty') : value;
  };
}

/** Whoever was refused is led to the first input that is wrong. */
function useFirstProblem(element: { current: HTMLFormElement | null }, { problem }: RecordForm): void {
  useEffect(() => {
    if (problem === undefined) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem, element]);
}
