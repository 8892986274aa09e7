import { useState } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import type { Client, StoreError, Write } from '#clients/typescript/src/main.ts';
import { changedFields, type Draft } from './draft.ts';
import { useFieldProblem } from './use-field-problem.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { useMayWrite } from './session.tsx';
import { useWrite, type WriteConflict, type WriteHeaders } from './use-write.ts';

interface TextProps {
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

export interface RecordForm {
  draft: Draft;
  /** The typed values that are not saved yet. */
  changes: Draft;
  isDirty: boolean;
  isSaved: boolean;
  isPending: boolean;
  problem: StoreError | undefined;
  conflict: WriteConflict<Draft> | undefined;
  change: (fields: Draft) => void;
  /** Props for a text input: its value, and the API's message for it. */
  text: (field: string) => TextProps;
  flag: (field: string) => FlagProps;
  save: () => Promise<void>;
  /** Overwrites another user's change after the user has seen it. */
  saveAnyway: () => Promise<void>;
  /** Resets the form to the current record. */
  discard: () => void;
}

interface FormOptions<Result> {
  /** Must be unique on its page, because the draft is stored under this name. */
  name: string;
  /** The record as last loaded, or the initial values for a new record. */
  current: Draft;
  etag?: string | undefined;
  /** Refetches the record after saving. */
  refresh?: () => Promise<unknown>;
  send: (client: Client, changes: Draft, headers: WriteHeaders) => Write<Result>;
  touches: readonly QueryKey[];
  saved?: (result: Result) => void;
}

interface Base {
  draft: Draft;
  etag?: string | undefined;
}

interface Kept {
  /** The record as it was when editing began. Null while nothing is typed. */
  base: Base | null;
  typed: Draft;
}

/**
 * The form for a record. Typed values stay when another user changes the record. They are compared with the record as it was
 * when editing began, and sent with that version's ETag.
 */
export function useRecordForm<Result>(options: FormOptions<Result>): RecordForm {
  const problemAt = useFieldProblem();
  const { name, current, etag, refresh, send, touches, saved } = options;
  const mayWrite = useMayWrite();
  const [{ base: begunOn, typed }, setKept] = useKeptDraft<Kept>(name, { base: null, typed: {} });
  const [base, setBase] = useState<Base>(begunOn ?? { draft: current, etag });
  const [progress, setProgress] = useState<'idle' | 'saving' | 'saved'>('idle');
  const write = useWrite(send, { touches });
  const changes = changedFields(base.draft, typed);
  const isDirty = Object.keys(changes).length > 0;
  if (!isDirty && !sameBase(base, { draft: current, etag })) setBase({ draft: current, etag });

  const draft = { ...base.draft, ...typed };
  const change = (fields: Draft) => {
    setProgress('idle');
    setKept((before) => ({ base, typed: { ...before.typed, ...fields } }));
  };
  const forget = () => setKept({ base: null, typed: {} });
  const discard = () => {
    forget();
    write.clear();
  };
  const saveOver = async (over: string | undefined) => {
    setProgress('saving');
    const result = await write.run(changes, { etag: over });
    if (result === undefined) {
      setProgress('idle');
      return;
    }
    await refresh?.();
    forget();
    setProgress('saved');
    saved?.(result);
  };
  return {
    draft,
    changes,
    isDirty,
    isSaved: progress === 'saved',
    isPending: progress === 'saving',
    problem: write.problem,
    conflict: write.conflict,
    change,
    text: (field) => ({
      value: String(draft[field] ?? ''),
      error: problemAt(write.problem, field),
      readOnly: !mayWrite,
      onChange: ({ currentTarget: { value } }) => change({ [field]: value }),
    }),
    flag: (field) => ({
      checked: draft[field] === true,
      error: problemAt(write.problem, field),
      disabled: !mayWrite,
      onChange: ({ currentTarget: { checked } }) => change({ [field]: checked }),
    }),
    save: () => saveOver(base.etag),
    saveAnyway: () => saveOver(write.conflict?.etag),
    discard,
  };
}

function sameBase(one: Base, other: Base): boolean {
  return one.etag === other.etag && Object.keys(changedFields(one.draft, other.draft)).length === 0;
}
