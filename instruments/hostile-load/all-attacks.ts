import type { Attack } from './attack.ts';
import { bulkAttacks } from './attacks/bulk-ids.ts';
import { compressedAttacks } from './attacks/compressed-bodies.ts';
import { connectionAttacks } from './attacks/connections.ts';
import { formAttacks } from './attacks/form-bodies.ts';
import { headerAttacks } from './attacks/headers.ts';
import { jsonAttacks } from './attacks/json-bodies.ts';
import { multipartAttacks } from './attacks/multipart-bodies.ts';
import { ordinaryRequests } from './attacks/ordinary-requests.ts';
import { publicAttacks } from './attacks/public-paths.ts';
import { queryAttacks } from './attacks/queries.ts';
import { slowClientAttacks, streamAttacks } from './attacks/slow-clients.ts';
import { tokenAttacks } from './attacks/tokens.ts';
import { writeAttacks } from './attacks/writes.ts';

/** All attacks by family. Ordinary requests are the first family, because they are the baseline. */
export const allAttacks: readonly Attack[] = [
  ...ordinaryRequests,
  ...publicAttacks,
  ...headerAttacks,
  ...tokenAttacks,
  ...jsonAttacks,
  ...formAttacks,
  ...multipartAttacks,
  ...compressedAttacks,
  ...queryAttacks,
  ...writeAttacks,
  ...connectionAttacks,
  ...slowClientAttacks,
  ...streamAttacks,
  ...bulkAttacks,
];
