import { dropOutbox } from '#shared/engine/commands/migrations/drop-outbox.ts';
import { outboxWork } from '#shared/platform/mongo/floor.ts';
import type { ServiceData } from '#shared/platform/mongo/service-data.ts';
import { formerDeletionsWork, removeFormerDeletions } from './former-deletions.ts';

/** The orders service's data, with every migration since release 0.6.0. */
export const ordersData: ServiceData = {
  service: 'orders',
  floor: 8,
  floorWork: [outboxWork, formerDeletionsWork],
  readsFrom: 8,
  migrations: [
    dropOutbox(9, 'the empty collection `outbox` and the progress of former deletions are removed', [
      removeFormerDeletions,
    ]),
  ],
  formerIndexes: [],
};
