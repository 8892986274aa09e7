import { listPages } from '../data/list-pages.ts';

/**
 * The console's path for a record, from the record's API path `location`. Undefined if the resource has no page in the console.
 */
export function recordAddress(location: string | null | undefined): string | undefined {
  const [, resource = '', id] = /^\/api\/(?:admin|client)\/([\w-]+)\/(\d+)$/.exec(location ?? '') ?? [];
  const page = listPages[resource];
  return page === undefined || id === undefined ? undefined : `${page}/${id}`;
}
