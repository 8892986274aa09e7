import { useState } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import type { Client, StoreError, Write } from '#clients/typescript/src/main.ts';
import { changedFields } from './draft.ts';
import type { Draft } from './draft.ts';
import { useFieldProblem } from './use-field-problem.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { useMayWrite } from './session.tsx';
import { useWrite } from './use-write.ts';
import type { WriteConflict, WriteHeaders } from './use-write.ts';

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
  /** What was typed and is not saved. */
  changes: Draft;
  isDirty: boolean;
  isSaved: boolean;
  isPending: boolean;
  problem: StoreError | undefined;
  conflict: WriteConflict<Draft> | undefined;
  change: (fields: Draft) => void;
  /** For an input of text: what stands in it, and what the API said of it. */
  text: (field: string) => TextProps;
  flag: (field: string) => FlagProps;
  save: () => Promise<void>;
  /** Knowingly over what somebody else did meanwhile. */
  saveAnyway: () => Promise<void>;
  /** Back to the record as it is now. */
  discard: () => void;
}

interface FormOptions<Result> {
  /** Unique on its page: the draft is kept under it. */
  name: string;
  /** The record as it was last read; of a new one, what it begins with. */
  current: Draft;
  etag?: string | undefined;
  /** Reads the record anew, once it is saved. */
  refresh?: () => Promise<unknown>;
  /** `draft`: all that stands in the form, on the record that it was begun on. */
  send: (client: Client, changes: Draft, headers: WriteHeaders, draft: Draft) => Write<Result>;
  touches: readonly QueryKey[];
  saved?: (result: Result) => void;
}

interface Base {
  draft: Draft;
  etag?: string | undefined;
}

interface Kept {
  /** What the form was begun on; null while nothing is typed. */
  base: Base | null;
  typed: Draft;
}

const nothingTyped: Kept = { base: null, typed: {} };

/**
 * The form of a record. What is typed stays, whoever else changes the record meanwhile: it is compared with the record that
 * it was begun on, and sent with that one's ETag.
 */
export function useRecordForm<Result>(options: FormOptions<Result>): RecordForm {
  const problemAt = useFieldProblem();
  const { name, current, etag, refresh, send, touches, saved } = options;
  const mayWrite = useMayWrite();
  const [{ base: begunOn, typed }, setKept] = useKeptDraft(name, nothingTyped);
  const [base, setBase] = useState<Base>(begunOn ?? { draft: current, etag });
  const [progress, setProgress] = useState<'idle' | 'saving' | 'saved'>('idle');
  const draft = { ...base.draft, ...typed };
  const write = useWrite((client, changes: Draft, headers) => send(client, changes, headers, draft), {
    touches,
  });
  const changes = changedFields(base.draft, typed);
  const isDirty = Object.keys(changes).length > 0;
  const isPending = progress === 'saving';
  if (!isDirty && !sameBase(base, { draft: current, etag })) setBase({ draft: current, etag });

  const change = (fields: Draft) => {
    // It would not be sent, and end with the draft once that is saved.
    if (isPending) return;
    setProgress('idle');
    // What is as it was again is no change to keep, whatever becomes of the record.
    setKept((before) => {
      const left = changedFields(base.draft, { ...before.typed, ...fields });
      return Object.keys(left).length === 0 ? nothingTyped : { base, typed: left };
    });
  };
  const forget = () => setKept(nothingTyped);
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
    isPending,
    problem: write.problem,
    conflict: write.conflict,
    change,
    text: (field) => ({
      value: String(draft[field] ?? ''),
      error: problemAt(write.problem, field),
      readOnly: !mayWrite || isPending,
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
