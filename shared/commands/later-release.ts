import type { Delivered } from '../decide/decide-batch.ts';

/** Whether only a later release can decide this message. */
export type IsOfLaterRelease = (delivered: Delivered) => boolean;

/**
 * When two releases run concurrently, or after a rollback, workers of the earlier one receive messages that
 * only the later one knows: commands of another version or a new type, or other events that their queue is
 * bound to. `writes` declares the version of each command type. Commands of releases before 0.4.0 have no
 * version; it counts as 1, and no gateway ever sent an unknown type then.
 */
export function createReleaseCheck(
  handlers: Readonly<Record<string, unknown>>,
  writes: Readonly<Record<string, { version?: number }>>,
): IsOfLaterRelease {
  return ({ command: { type, version }, keepsInbox }) => {
    if (!Object.hasOwn(handlers, type)) return !keepsInbox || version !== undefined;
    return (version ?? 1) > (writes[type]?.version ?? 1);
  };
}
