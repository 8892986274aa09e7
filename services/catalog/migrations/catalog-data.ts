import { dropOutbox } from '#shared/engine/commands/migrations/drop-outbox.ts';
import { outboxWork } from '#shared/platform/mongo/floor.ts';
import type { ServiceData } from '#shared/platform/mongo/service-data.ts';

/** All migrations of the catalog's database since release 0.6.0. */
export const catalogData: ServiceData = {
  service: 'catalog',
  floor: 6,
  floorWork: [outboxWork],
  readsFrom: 6,
  migrations: [dropOutbox(7, 'the empty collection `outbox` is removed')],
  formerIndexes: [],
};
