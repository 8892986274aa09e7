import { dropOutbox } from '#shared/engine/commands/migrations/drop-outbox.ts';
import { outboxWork } from '#shared/platform/mongo/floor.ts';
import type { ServiceData } from '#shared/platform/mongo/service-data.ts';

/** All migrations of the webhooks service's database since release 0.6.0, the first release with webhooks. */
export const webhooksData: ServiceData = {
  service: 'webhooks',
  floor: 1,
  floorWork: [outboxWork],
  readsFrom: 1,
  migrations: [dropOutbox(2, 'the empty collection `outbox` is removed')],
  formerIndexes: [],
};
