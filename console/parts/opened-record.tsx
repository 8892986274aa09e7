import type { QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Call } from '#clients/typescript/src/main.ts';
import type { ReadOptions } from '../data/client.tsx';
import { useRecord } from '../data/use-record.ts';
import { Dialog } from './dialog.tsx';
import { ProblemAlert } from './problem-alert.tsx';

interface OpenedRecordProps<T> {
  /** The record's query key. */
  of: QueryKey;
  read: (options: ReadOptions) => Call<T>;
  /** The title of the dialog. */
  title: string;
  close: () => void;
  /** The dialog for the record. */
  children: (record: T, etag: string | undefined) => ReactNode;
}

/**
 * Reads a record when its dialog opens, and passes this version and its ETag to the dialog. Live updates change neither of them.
 */
export function OpenedRecord<T>({ of, read, title, close, children }: OpenedRecordProps<T>) {
  // Read the record again for each dialog, because an ETag from the cache may be older than the row in the list.
  const [openedAt] = useState(() => Date.now());
  const [opened, keep] = useState<{ record: T; etag: string | undefined }>();
  const { record, etag, problem, refresh } = useRecord([...of, openedAt], read, {
    enabled: opened === undefined,
  });
  if (opened === undefined && record !== undefined) keep({ record, etag });
  if (opened !== undefined) return children(opened.record, opened.etag);
  if (problem === undefined) return null;
  return (
    <Dialog opened onClose={close} title={title}>
      <ProblemAlert problem={problem} retry={() => void refresh()} />
    </Dialog>
  );
}
