import { useState } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import type { StoreError, Write } from '#clients/typescript/src/main.ts';
import { changedFields, type Draft } from './draft.ts';
import { useFieldProblem } from './use-field-problem.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { useMayWrite } from './session.tsx';
import { useWrite, type SendOptions, type WriteConflict } from './use-write.ts';

/** Props for a text input. */
export interface TextProps {
  label: string;
  value: string;
  error: string | undefined;
  readOnly: boolean;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

interface FlagProps {
  checked: boolean;
  error: string | undefined;
  disabled: boolean;
  onChange: (event: { currentTarget: { checked: boolean } }) => void;
}

export type Labels = Readonly<Record<string, string>>;

export interface RecordForm {
  draft: Draft;
  /** The current values of the record. Another user may have changed them since the edit began. */
  current: Draft;
  labels: Labels;
  changes: Draft;
  isDirty: boolean;
  isSaved: boolean;
  isPending: boolean;
  problem: StoreError | undefined;
  conflict: WriteConflict<Draft> | undefined;
  change: (fields: Draft) => void;
  /** The props of a field's input, with the API's message as its error. */
  text: (field: string) => TextProps;
  flag: (field: string) => FlagProps;
  save: () => void;
  /** After a conflict, saves the changes over the other user's change. */
  saveAnyway: () => void;
  discard: () => void;
}

interface FormOptions<Result> {
  /** Must be unique on its page, because the values that the user has typed (the draft) are stored under this name. */
  name: string;
  /** The record as last loaded, or the initial values for a new record. */
  current: Draft;
  /** A function if the fields of the form depend on its values. */
  labels: Labels | ((draft: Draft) => Labels);
  etag?: string | undefined;
  /** `changes`: the changed values. `draft`: all values, based on the record on which the edit began. */
  send: (changes: Draft, options: SendOptions, draft: Draft) => Write<Result>;
  /** Query keys to refetch. They include the record's key, and the form counts as saved only after the refetch. */
  touches: readonly QueryKey[];
  saved?: (result: Result) => void;
  /** Called instead of `saved` if the user left the form during the save, opened it again and typed something else. */
  savedUnseen?: () => void;
  /** As for `useWrite`. */
  failedUnseen: (problem: StoreError) => void;
}

interface Base {
  draft: Draft;
  etag?: string | undefined;
}

interface Kept {
  base: Base | null;
  typed: Draft;
}

const nothingTyped: Kept = { base: null, typed: {} };

/**
 * The form for a record. Typed values stay when another user changes the record. They are compared with the record as it
 * was when editing began, and sent with the ETag of that version.
 */
export function useRecordForm<Result>(options: FormOptions<Result>): RecordForm {
  const problemAt = useFieldProblem();
  const { name, current, labels: labelsOf, etag, send, touches, saved, savedUnseen, failedUnseen } = options;
  const mayWrite = useMayWrite();
  const [kept, setKept, forgetSent, keys] = useKeptDraft(name, nothingTyped);
  const { base: begunOn, typed } = kept;
  const [base, setBase] = useState<Base>(begunOn ?? { draft: current, etag });
  const draft = { ...base.draft, ...typed };
  const labels = typeof labelsOf === 'function' ? labelsOf(draft) : labelsOf;
  const write = useWrite((changes: Draft, options) => send(changes, options, draft), {
    touches,
    waits: true,
    done: (result) => {
      if (forgetSent(kept)) saved?.(result);
      else savedUnseen?.();
    },
    failedUnseen,
    keys,
  });
  const { isPending, problem, conflict } = write;
  const changes = changedFields(base.draft, typed);
  const isDirty = Object.keys(changes).length > 0;
  if (!isDirty && !sameBase(base, { draft: current, etag })) setBase({ draft: current, etag });

  const change = (fields: Draft) => {
    // Ignore input during a save, because the request does not contain it.
    if (isPending) return;
    if (write.step === 'done') write.clear();
    // If the user types a field's old value again, the field no longer counts as changed. It then shows a colleague's later
    // change.
    setKept((before) => {
      const left = changedFields(base.draft, { ...before.typed, ...fields });
      return Object.keys(left).length > 0 ? { base, typed: left } : nothingTyped;
    });
  };
  return {
    draft,
    current,
    labels,
    changes,
    isDirty,
    isSaved: write.step === 'done',
    isPending,
    problem,
    conflict,
    change,
    text: (field) => ({
      label: labels[field] ?? field,
      value: String(draft[field] ?? ''),
      error: problemAt(problem, field),
      readOnly: !mayWrite || isPending,
      onChange: ({ currentTarget: { value } }) => change({ [field]: value }),
    }),
    flag: (field) => ({
      checked: draft[field] === true,
      error: problemAt(problem, field),
      disabled: !mayWrite,
      onChange: ({ currentTarget: { checked } }) => change({ [field]: checked }),
    }),
    save: () => void write.run(changes, { etag: base.etag }),
    saveAnyway: () => void write.run(changes, { etag: conflict?.etag }),
    discard: () => {
      setKept(nothingTyped);
      write.clear();
    },
  };
}

function sameBase(one: Base, other: Base): boolean {
  return one.etag === other.etag && Object.keys(changedFields(one.draft, other.draft)).length === 0;
}
