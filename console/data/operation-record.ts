/** An operation's record. The SDK's own `Operation` is a handle that follows one. */
export type { Operation as OperationRecord } from '#clients/typescript/src/generated/types.gen.ts';
