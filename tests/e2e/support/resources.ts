/** What the API answers with, as its clients know it. */

export interface Words {
  name: string;
  description: string;
}

interface Times {
  id: number;
  created_at: string;
  updated_at: string;
}

export interface Subscription extends Times, Words {
  price: number;
  is_active: boolean;
  en: Words;
  ar: Words;
}

export interface Product extends Subscription {
  manufacturing_price: number;
}

export interface User extends Times {
  name: string;
  email: string;
  phone: string | null;
}

export interface Address extends Times {
  user_id: number;
  label: string | null;
  line1: string;
  line2: string | null;
  city: string;
  country: string;
  phone: string | null;
}

export interface OrderItem extends Times {
  order_id: number;
  product_id: number;
  product: { id: number; name: string; en: { name: string }; ar: { name: string } };
  amount: number;
  main_price: number;
  manufacturing_price: number;
  discount_amount: number;
}

export interface Order extends Times {
  order_number: string;
  user_id: number;
  user: { id: number; name: string };
  address_id: number;
  address: Omit<Address, 'created_at' | 'updated_at'>;
  payment_method: number;
  status: string;
  next_statuses: string[];
  reject_reason: string | null;
  notes: string | null;
  estimated_arrive_time: string | null;
  total: number;
  discount_amount: number;
  tax_amount: number;
  main_price: number;
  manufacturing_price: number;
  items: OrderItem[];
  items_total: number;
  history: { at: string; by?: string; from: string | null; to: string; reason: string | null }[];
}

export interface Inventory {
  product_id: number;
  stock: number | null;
  held: number;
  updated_at: string | null;
}

export interface Cart {
  items: {
    product_id: number;
    amount: number;
    name: string;
    price: number;
    line_total: number;
    available: boolean;
  }[];
  items_total: number;
}

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
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

/** What most commands end with. */
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
  instance: string;
  request_id: string;
  allowed?: string[];
  products?: { product_id: number; requested: number; available: number }[];
  changes?: { version: number; by: string; at: string; fields: string[] }[];
}
