/** An operation's record; the SDK's `Operation` is the handle that follows it. */
export type { Operation as OperationRecord } from '#clients/typescript/src/generated/types.gen.ts';
