import type { ServiceData } from '#shared/mongo/service-data.ts';

/** The webhooks' data: as it is since 0.6.0, which brought it. */
export const webhooksData: ServiceData = {
  service: 'webhooks',
  readsFrom: 1,
  migrations: [],
  formerIndexes: [],
};
