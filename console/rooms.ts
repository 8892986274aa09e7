import type { ComponentType } from 'react';
import { roomAt, type RoomAt } from './data/room-at.ts';
import type { IconName } from './parts/icon.tsx';
import type { Texts } from './texts/define-texts.ts';
import { words } from './texts/words.ts';

/** The URL path of the console. */
export const base = '/console';

export interface Room {
  /** Relative to `/console`, in wouter's syntax: `/orders/:order`. */
  path: string;
  /** Loads the page's code. */
  load: () => Promise<{ default: ComponentType }>;
  /** API paths that the page reads first. They may contain the parameters of `path`, and are read while the code loads. */
  reads?: readonly string[];
  /** The page's name in the navigation. A page without a name is opened from other pages. */
  name?: Texts[string];
  icon?: IconName;
  /** Places the page at the end of the navigation, apart from the pages for daily work. */
  isSystem?: boolean;
}

/** The pages in the sequence of the navigation. A page's code loads when the page is first opened. */
export const rooms: readonly Room[] = [
  { path: '/', name: words.today, icon: 'today', load: () => import('./today/today-page.tsx') },
  { path: '/orders', name: words.orders, icon: 'orders', load: () => import('./orders/orders-page.tsx') },
  { path: '/orders/new', load: () => import('./new-order/new-order-page.tsx') },
  {
    path: '/orders/:order',
    reads: ['/api/admin/orders/:order'],
    load: () => import('./order/order-page.tsx'),
  },
  { path: '/orders/:order/slip', load: () => import('./slips/slips-page.tsx') },
  { path: '/slips', load: () => import('./slips/slips-page.tsx') },
  {
    path: '/returns',
    name: words.returns,
    icon: 'returns',
    load: () => import('./returns/returns-page.tsx'),
  },
  { path: '/returns/:return', load: () => import('./returns/return-page.tsx') },
  {
    path: '/catalogue',
    name: words.catalogue,
    icon: 'catalogue',
    load: () => import('./catalogue/catalogue-page.tsx'),
  },
  { path: '/catalogue/:kind', load: () => import('./catalogue/catalogue-page.tsx') },
  { path: '/catalogue/:kind/:record', load: () => import('./catalogue/record-page.tsx') },
  {
    path: '/inventory',
    name: words.inventory,
    icon: 'inventory',
    load: () => import('./inventory/inventory-page.tsx'),
  },
  {
    path: '/customers',
    name: words.customers,
    icon: 'customers',
    load: () => import('./customers/customers-page.tsx'),
  },
  { path: '/customers/:customer', load: () => import('./customers/customer-page.tsx') },
  {
    path: '/operations',
    name: words.operations,
    icon: 'operations',
    isSystem: true,
    load: () => import('./operations/operations-page.tsx'),
  },
  { path: '/operations/:operation', load: () => import('./operations/operation-page.tsx') },
  {
    path: '/settings',
    name: words.settings,
    icon: 'settings',
    isSystem: true,
    load: () => import('./settings/settings-page.tsx'),
  },
  // No page links to this page. Developers type its URL.
  { path: '/components', load: () => import('./components/components-page.tsx') },
  { path: '/settings/webhooks', load: () => import('./webhooks/webhooks-page.tsx') },
  { path: '/settings/webhooks/:webhook', load: () => import('./webhooks/webhook-page.tsx') },
  {
    path: '/settings/webhooks/:webhook/deliveries/:delivery',
    load: () => import('./webhooks/delivery-page.tsx'),
  },
];

/** The page at the browser's URL. */
export function openedRoom(): RoomAt<Room> | undefined {
  return roomAt(rooms, location.pathname.slice(base.length) || '/');
}
