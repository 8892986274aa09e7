import { resourceOf, type HttpClient } from './http-client.ts';
import { movesTo, type OldData } from './old-data.ts';

interface Entry {
  version: number;
  kind: string;
  by: { subject: string } | null;
}

/** Checks that timelines contain the changes by the earlier release and continue with the next change. */
export async function timelineFaults(admin: HttpClient, data: OldData): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, status = '' } of data.orders) {
    const kinds = ['created', ...movesTo(status).map(() => 'status_changed')];
    faults.push(...differing(`orders/${id}`, await timelineOf(admin, `orders/${id}`), kinds));
  }
  const made = [
    ...data.products.map((id) => `products/${id}`),
    ...data.subscriptions.slice(0, 5).map((id) => `subscriptions/${id}`),
    ...data.shoppers.flatMap(({ userId, addressId }) => [`users/${userId}`, `addresses/${addressId}`]),
  ];
  for (const path of made) faults.push(...differing(path, await timelineOf(admin, path), ['created']));
  return [...faults, ...(await nextChangeFaults(admin, data))];
}

/** Reads a timeline, oldest entry first. */
async function timelineOf(admin: HttpClient, path: string): Promise<Entry[]> {
  const { body } = await admin.read(`/api/admin/${path}/timeline`);
  return (body as { data: Entry[] }).data.toReversed();
}

function differing(path: string, entries: readonly Entry[], kinds: readonly string[]): string[] {
  const found = entries.map(({ kind }) => kind).join(', ');
  return found === kinds.join(', ')
    ? []
    : [`the timeline of ${path} shows ${found}, not ${kinds.join(', ')}`];
}

/**
 * Checks that a change by this release appears once in the timeline, after the earlier entries, and that it
 * appears in the feed.
 */
async function nextChangeFaults(admin: HttpClient, { orders }: OldData): Promise<string[]> {
  const id = orders.find(({ status }) => status === 'pending')?.id ?? 0;
  const { meta } = (await admin.read('/api/admin/events')).body as { meta: { next: string } };
  const body = { status: 'confirmed' };
  const path = `/api/admin/orders/${id}`;
  resourceOf(await admin.write({ method: 'PUT', path, key: 'after-restore', body }));
  const feed = `/api/admin/events?after=${meta.next}&wait=10&subject=orders/${id}`;
  const { data } = (await admin.read(feed)).body as { data: { data: { version: number } }[] };
  const entries = await timelineOf(admin, `orders/${id}`);
  const [event, ...more] = data;
  const faults = differing(`orders/${id}`, entries, ['created', 'status_changed']);
  if (more.length > 0 || event?.data.version !== entries.at(-1)?.version)
    faults.push(
      `the feed has ${JSON.stringify(data)} for order ${id}, its timeline ${JSON.stringify(entries)}`,
    );
  return faults;
}
