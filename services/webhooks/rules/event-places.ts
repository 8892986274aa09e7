import { followedServices, type EventPlace, type FollowedService } from './tables.ts';

/**
 * The positions after which a replay begins. `after` is a time, or JSON with a position for each service, which the gateway creates
 * from a cursor.
 */
export function placesAfter(after: string): Record<FollowedService, EventPlace> {
  const placeIn: (service: FollowedService) => EventPlace = after.startsWith('{')
    ? (service) => (JSON.parse(after) as Partial<Record<FollowedService, number>>)[service] ?? 0
    : () => ({ since: after });
  const places = followedServices.map((service): [FollowedService, EventPlace] => [
    service,
    placeIn(service),
  ]);
  return Object.fromEntries(places) as Record<FollowedService, EventPlace>;
}
