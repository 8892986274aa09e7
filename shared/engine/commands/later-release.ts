import type { Delivered } from '../decide/decide-batch.ts';

/** Whether only a worker of a later release can process this message. */
export type IsOfLaterRelease = (delivered: Delivered) => boolean;

/**
 * While two releases run concurrently, or after a rollback, workers of the earlier release receive messages of the later one.
 * These are commands of a new version or type, or events that only the later release consumes. Commands from releases before
 * 0.4.0 have no version, which counts as 1; those releases sent no unknown types.
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
