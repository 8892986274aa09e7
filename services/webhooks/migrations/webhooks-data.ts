import type { ServiceData } from '#shared/mongo/service-data.ts';

/** The webhooks' data has not changed its form since release 0.6.0, the first with webhooks. */
export const webhooksData: ServiceData = {
  service: 'webhooks',
  readsFrom: 1,
  migrations: [],
  formerIndexes: [],
};
