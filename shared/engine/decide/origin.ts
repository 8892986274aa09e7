import type { Command } from '../../contracts/kit/define.ts';
import { chunkCommand, type ChunkBody } from './bulk-operation.ts';

/** The command that made a change, or other work, such as a repair by the audit. */
export interface Cause extends Pick<Command, 'id' | 'type' | 'body' | 'caller' | 'requestId'> {
  /** False if clients cannot read this work as an operation; true by default. */
  isOperation?: boolean;
}

/** The author and the command type of a change. A chunk of bulk work counts as its whole operation. */
export function origin({ id, type: named, body, caller, requestId, isOperation = true }: Cause) {
  const { type, operation } =
    named === chunkCommand ? (body as ChunkBody) : { type: named, operation: isOperation ? id : null };
  const { area, subject, name } = caller;
  return {
    by: { area, subject, ...(name !== undefined && { name }) },
    via: { type, request_id: requestId, operation_id: operation },
  };
}
