import type { Response } from 'express';

/** Parameters of similar APIs, with our parameter for the same purpose. Null: we have none. */
const ours: Readonly<Record<string, string | null>> = {
  sort_by: 'sort',
  sortBy: 'sort',
  order_by: 'sort',
  orderBy: 'sort',
  order: 'sort',
  direction: 'sort',
  sort_dir: 'sort',
  sort_order: 'sort',
  perPage: 'per_page',
  pageSize: 'per_page',
  page_size: 'per_page',
  limit: 'per_page',
  offset: 'page',
  skip: 'page',
  q: 'search',
  query: 'search',
  term: 'search',
  include: null,
  includes: null,
  with: null,
  expand: null,
  embed: null,
};

export function warnOfDialects(fields: Readonly<Record<string, unknown>>, response: Response): void {
  const warnings = Object.keys(fields).flatMap((name) => {
    const known = Object.hasOwn(ours, name) ? ours[name] : undefined;
    if (known === undefined) return [];
    const remedy = known === null ? 'there is nothing like it here' : `use ${known}`;
    return [`299 - "${name} is ignored: ${remedy}"`];
  });
  if (warnings.length > 0) response.setHeader('Warning', warnings.join(', '));
}
