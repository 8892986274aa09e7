import type { Command } from '../contracts/schema-kit/define.ts';
import { chunkCommand } from './bulk-operation.ts';
import type { ChunkBody } from './bulk-operation.ts';

/** What changes a record: a command, or other work, such as a repair, that no operation shows. */
export interface Cause extends Pick<Command, 'id' | 'type' | 'body' | 'caller' | 'requestId'> {
  /** Unless this is false. */
  isOperation?: boolean;
}

/** Who did it, and through what: of bulk work the operation, whichever part of it this was. */
export function origin({ id, type: named, body, caller, requestId, isOperation = true }: Cause) {
  const { type, operation } =
    named === chunkCommand ? (body as ChunkBody) : { type: named, operation: isOperation ? id : null };
  const { area, subject, name } = caller;
  return {
    by: { area, subject, ...(name !== undefined && { name }) },
    via: { type, request_id: requestId, operation_id: operation },
  };
}
