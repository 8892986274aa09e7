import type { addressSchema } from '#shared/contracts/endpoints/addresses.ts';
import type { cartSchema } from '#shared/contracts/endpoints/cart.ts';
import type { inventorySchema } from '#shared/contracts/endpoints/inventory.ts';
import type { orderItemSchema } from '#shared/contracts/endpoints/order-lines.ts';
import type { orderSchema } from '#shared/contracts/endpoints/order-schema.ts';
import type { recordChangeSchema } from '#shared/contracts/endpoints/problem.ts';
import type { productSchema } from '#shared/contracts/endpoints/products.ts';
import type { subscriptionSchema } from '#shared/contracts/endpoints/subscriptions.ts';
import type { timelineEntrySchema } from '#shared/contracts/endpoints/timeline.ts';
import type { userSchema } from '#shared/contracts/endpoints/users.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';

/** Types of the resources in API responses to admins. */

export type Subscription = Shown<typeof subscriptionSchema>;
export type Product = Shown<typeof productSchema>;
export type User = Shown<typeof userSchema>;
export type Address = Shown<typeof addressSchema>;
export type OrderItem = Shown<typeof orderItemSchema>;
export type Order = Shown<typeof orderSchema>;
export type Inventory = Shown<typeof inventorySchema>;
export type TimelineEntry = Shown<typeof timelineEntrySchema>;
export type Cart = Shown<typeof cartSchema>;

export interface BulkCounts {
  changed: number;
  unchanged: number;
  not_found: number;
  refused: number;
}

export interface Operation<Result = unknown> {
  id: string;
  type: string;
  status: string;
  progress: { total: number; done: number; failed: number };
  result: Result;
  error: ProblemBody | null;
  errors: { id: number; code: string; message: string }[];
  errors_total?: number;
  note?: string;
  owner?: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export interface FinalAnswer<T = unknown> {
  status: number;
  location: string | null;
  data: T;
}

export interface Page<T> {
  data: T[];
  links: { first: string | null; last: string | null; prev: string | null; next: string | null };
  meta: {
    current_page: number;
    from: number | null;
    last_page: number;
    links: { url: string | null; label: string; page?: number | null; active: boolean }[];
    path: string;
    per_page: number;
    to: number | null;
    total: number;
    next_cursor: string | null;
    prev_cursor: string | null;
  };
}

export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  code: string;
  message: string;
  errors?: Record<string, string[]>;
  rules?: Record<string, { rule: string }[]>;
  instance: string;
  request_id: string;
  allowed?: string[];
  products?: { product_id: number; requested: number; available: number }[];
  changes?: Shown<typeof recordChangeSchema>[];
}
