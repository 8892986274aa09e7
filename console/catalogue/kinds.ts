import {
  adminProductsBulkDelete,
  adminProductsBulkUpdate,
  adminProductsCreate,
  adminProductsDelete,
  adminProductsList,
  adminProductsRead,
  adminProductsUpdate,
  adminSubscriptionsBulkDelete,
  adminSubscriptionsBulkUpdate,
  adminSubscriptionsCreate,
  adminSubscriptionsDelete,
  adminSubscriptionsList,
  adminSubscriptionsRead,
  adminSubscriptionsUpdate,
  type BulkOperation,
  type Call,
  type CallOptions,
  type Client,
  type Write,
} from '#clients/typescript/src/main.ts';
import type { FileQuery } from '../parts/export-button.tsx';
import type { ReadPage } from '../data/use-list.ts';
import type { PageQuery } from '../data/use-paged-list.ts';
import type { WriteHeaders } from '../data/use-write.ts';
import type { CatalogueSelection } from './catalogue-selection.ts';
import type { CatalogueRecord } from './record-draft.ts';

export type KindName = 'products' | 'subscriptions';

type Body = Record<string, unknown>;

/** A price change in the API's form: one of `set`, `by` and `percent`. Invalid input stays a string. */
export type PriceChange = Readonly<Record<string, number | string>>;

type Rehearsed = CatalogueSelection & { dry_run?: boolean };
type BulkUpdate = Rehearsed & { status?: 'active' | 'inactive'; price?: PriceChange };

export interface CatalogueKind {
  name: KindName;
  isStocked: boolean;
  list: ReadPage<PageQuery, CatalogueRecord>;
  file: (client: Client, query: Record<string, string> & FileQuery, options: CallOptions) => Call<unknown>;
  read: (client: Client, id: number, options: CallOptions) => Call<CatalogueRecord>;
  /** Sends values as typed, because the API reports which field is invalid. */
  create: (client: Client, body: Body, headers: WriteHeaders) => Write<CatalogueRecord>;
  update: (client: Client, id: number, body: Body, headers: WriteHeaders) => Write<CatalogueRecord>;
  remove: (client: Client, id: number, headers: WriteHeaders) => Write<unknown>;
  updateAll: (client: Client, body: BulkUpdate, headers: WriteHeaders) => Write<BulkOperation>;
  removeAll: (client: Client, body: Rehearsed, headers: WriteHeaders) => Write<BulkOperation>;
}

type BodyOf<Call extends (options: never) => unknown> = Parameters<Call>[0] extends { body?: infer B }
  ? B
  : never;

const products: CatalogueKind = {
  name: 'products',
  isStocked: true,
  list: (client, query, options) => adminProductsList({ client, query, ...options }),
  file: (client, query, options) => adminProductsList({ client, query, ...options }),
  read: (client, product, options) => adminProductsRead({ client, path: { product }, ...options }),
  create: (client, body, headers) =>
    adminProductsCreate({ client, headers, body: body as BodyOf<typeof adminProductsCreate> }),
  update: (client, product, body, headers) =>
    adminProductsUpdate({ client, headers, path: { product }, body }),
  remove: (client, product, headers) => adminProductsDelete({ client, headers, path: { product } }),
  updateAll: (client, body, headers) => adminProductsBulkUpdate({ client, headers, body }),
  removeAll: (client, body, headers) => adminProductsBulkDelete({ client, headers, body }),
};

const subscriptions: CatalogueKind = {
  name: 'subscriptions',
  isStocked: false,
  list: (client, query, options) => adminSubscriptionsList({ client, query, ...options }),
  file: (client, query, options) => adminSubscriptionsList({ client, query, ...options }),
  read: (client, subscription, options) =>
    adminSubscriptionsRead({ client, path: { subscription }, ...options }),
  create: (client, body, headers) =>
    adminSubscriptionsCreate({ client, headers, body: body as BodyOf<typeof adminSubscriptionsCreate> }),
  update: (client, subscription, body, headers) =>
    adminSubscriptionsUpdate({ client, headers, path: { subscription }, body }),
  remove: (client, subscription, headers) =>
    adminSubscriptionsDelete({ client, headers, path: { subscription } }),
  updateAll: (client, body, headers) => adminSubscriptionsBulkUpdate({ client, headers, body }),
  removeAll: (client, body, headers) => adminSubscriptionsBulkDelete({ client, headers, body }),
};

export const kinds: readonly CatalogueKind[] = [products, subscriptions];

/** Without a kind in the URL, the page shows products. */
export function kindOf(name: string | undefined): CatalogueKind | undefined {
  return kinds.find((kind) => kind.name === (name ?? 'products'));
}
