import type { Delivered } from '../decide/decide-batch.ts';

/** Whether only a later release can decide this message. */
export type IsOfLaterRelease = (delivered: Delivered) => boolean;

/**
 * While processes of two releases run side by side, or after a return to the earlier one, its workers meet what only the later
 * one knows: a command of another version, or of a type that is new, or another event that their queue is bound for. `writes`
 * declares the version that each type of command is at. Commands of releases before 0.4.0 say no version: theirs is 1, and
 * a type that is unknown was never sent by a gateway.
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
