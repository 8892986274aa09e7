import type { QueryKey } from '@tanstack/react-query';
import type { Write } from '#clients/typescript/src/main.ts';
import { useWrite, type SendOptions } from '../data/use-write.ts';
import { storedWriteKeys } from '../data/write-fate.ts';
import { useUnseenFailure } from '../parts/toast.tsx';

interface DialogWriteOptions<Result> {
  /** Identifies the record and the dialog, for the idempotency keys. */
  name: string;
  /** The action, for a message if the write fails after the dialog was closed. */
  what: string;
  /** The ETag of the record's version that the dialog shows. */
  etag: string | undefined;
  touches: readonly QueryKey[];
  done: (result: Result) => void;
}

/**
 * The write of a dialog, sent with the version of the record that the dialog shows. After a conflict, the dialog shows the other
 * user's change, and confirming again sends the write with the record's current version. The idempotency keys outlive the dialog: if
 * a user closes it before the outcome is known, opens it again and confirms the same input, the write runs once, unless the record
 * has changed meanwhile.
 */
export function useDialogWrite<Body, Result>(
  send: (body: Body, options: SendOptions) => Write<Result>,
  { name, what, etag, touches, done }: DialogWriteOptions<Result>,
) {
  const failedUnseen = useUnseenFailure(what);
  const write = useWrite(send, { touches, done, failedUnseen, keys: storedWriteKeys(name) });
  return { ...write, run: (body: Body) => write.run(body, { etag: write.conflict?.etag ?? etag }) };
}
