import { events } from '#shared/contracts/events.ts';
import { endpoints } from '../routes.ts';

const subjects = new Set(Object.values(events).map(({ subjects: of }) => of as string));

/** The lists that contain the records in events, for each area. */
export const eventLists = { admin: listsUnder('/api/admin/'), client: ['/api/client/orders'] } as const;

function listsUnder(area: string): string[] {
  return endpoints
    .filter(({ kind, declared }) => kind === 'read' && declared.list !== null)
    .map(({ declared }) => declared.path)
    .filter((path) => path.startsWith(area) && subjects.has(path.slice(area.length)));
}
