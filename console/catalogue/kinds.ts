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
  type ProductsCreateBody,
  type SubscriptionsCreateBody,
  type Write,
} from '#clients/typescript/src/main.ts';
import type { ReadOptions } from '../data/client.tsx';
import type { ReadPage } from '../data/use-list.ts';
import type { PageQuery } from '../data/use-paged-list.ts';
import type { SendOptions } from '../data/use-write.ts';
import type { FileQuery } from '../parts/export-button.tsx';
import type { CatalogueSelection } from './catalogue-selection.ts';
import type { CatalogueRecord } from './record-draft.ts';

export type KindName = 'products' | 'subscriptions';

type Body = Record<string, unknown>;

/** A price change as the API expects it, with one of the fields `set`, `by` and `percent`. Invalid input stays a string. */
export type PriceChange = Readonly<Record<string, number | string>>;

/** The body of a bulk request. With `dry_run`, the store only rehearses it. */
export type BulkBody = CatalogueSelection & { dry_run?: boolean };
type BulkUpdate = BulkBody & { status?: 'active' | 'inactive'; price?: PriceChange };

export interface CatalogueKind {
  name: KindName;
  isStocked: boolean;
  list: ReadPage<PageQuery, CatalogueRecord>;
  file: (request: ReadOptions & { query: Record<string, string> & FileQuery }) => Call<unknown>;
  read: (id: number, options: ReadOptions) => Call<CatalogueRecord>;
  /** Sends values as typed, because the API reports which field is invalid. */
  create: (request: SendOptions & { body: Body }) => Write<CatalogueRecord>;
  update: (id: number, request: SendOptions & { body: Body }) => Write<CatalogueRecord>;
  remove: (id: number, options: SendOptions) => Write<unknown>;
  updateAll: (request: SendOptions & { body: BulkUpdate }) => Write<BulkOperation>;
  removeAll: (request: SendOptions & { body: BulkBody }) => Write<BulkOperation>;
}

const products: CatalogueKind = {
  name: 'products',
  isStocked: true,
  list: adminProductsList,
  file: adminProductsList,
  read: (product, options) => adminProductsRead({ ...options, path: { product } }),
  create: ({ body, ...options }) => adminProductsCreate({ ...options, body: body as ProductsCreateBody }),
  update: (product, request) => adminProductsUpdate({ ...request, path: { product } }),
  remove: (product, options) => adminProductsDelete({ ...options, path: { product } }),
  updateAll: adminProductsBulkUpdate,
  removeAll: adminProductsBulkDelete,
};

const subscriptions: CatalogueKind = {
  name: 'subscriptions',
  isStocked: false,
  list: adminSubscriptionsList,
  file: adminSubscriptionsList,
  read: (subscription, options) => adminSubscriptionsRead({ ...options, path: { subscription } }),
  create: ({ body, ...options }) =>
    adminSubscriptionsCreate({ ...options, body: body as SubscriptionsCreateBody }),
  update: (subscription, request) => adminSubscriptionsUpdate({ ...request, path: { subscription } }),
  remove: (subscription, options) => adminSubscriptionsDelete({ ...options, path: { subscription } }),
  updateAll: adminSubscriptionsBulkUpdate,
  removeAll: adminSubscriptionsBulkDelete,
};

export const kinds: readonly CatalogueKind[] = [products, subscriptions];

/** Without a kind in the URL, the page shows products. */
export function kindOf(name: string | undefined): CatalogueKind | undefined {
  return kinds.find((kind) => kind.name === (name ?? 'products'));
}
