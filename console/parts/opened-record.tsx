import type { QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Call } from '#clients/typescript/src/main.ts';
import type { ReadOptions } from '../data/client.tsx';
import { useRecord } from '../data/use-record.ts';
import { Dialog, DialogOpener } from './dialog.tsx';
import { LoadState } from './load-state.tsx';

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
  // Remember the opener now, because the dialog that shows the loading takes the focus before the record's dialog opens.
  const [opener] = useState(() => document.activeElement);
  const reading = useRecord([...of, openedAt], read, { enabled: opened === undefined });
  const { record, etag } = reading;
  if (opened === undefined && record !== undefined) keep({ record, etag });
  if (opened !== undefined)
    return <DialogOpener value={opener}>{children(opened.record, opened.etag)}</DialogOpener>;
  return (
    <Dialog opened onClose={close} title={title}>
      <LoadState of={reading} label={title} />
    </Dialog>
  );
}
