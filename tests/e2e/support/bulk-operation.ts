import { bulkOperationSchema } from '#shared/contracts/endpoints/operations.ts';
import type { Reply } from '../../support/caller.ts';
import { expectStatus } from '../../support/refusals.ts';
import type { BulkCounts, Operation } from '../../support/resources.ts';
import { expectConforms } from './json-schema.ts';

/** With this request header, the response to bulk work arrives only when the work has finished. */
export const waiting = { prefer: 'wait=30' };

/** Returns the operation. It must have finished within the request's wait. */
export function done<Bulk extends Operation<BulkCounts>>(reply: Reply<Bulk>): Bulk {
  expectStatus(reply, 200);
  expectConforms(bulkOperationSchema, reply.data);
  return reply.data;
}
