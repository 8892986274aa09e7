/** An operation's data. The name avoids a clash with the SDK's `Operation`, an object that tracks an operation. */
export type { Operation as OperationRecord } from '#clients/typescript/src/generated/types.gen.ts';
