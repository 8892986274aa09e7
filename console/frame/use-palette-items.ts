import { useDebouncedValue } from '@mantine/hooks';
import { adminOrdersList, adminProductsList, type StoreError } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { useList } from '../data/use-list.ts';
import { longestNumber } from '../data/use-open-by-number.ts';
import type { IconName } from '../parts/icon.tsx';
import { lookedInFor } from '../parts/looked-in.ts';
import { readCustomers } from '../parts/read-customers.ts';
import { partTexts } from '../parts/texts.ts';
import { fillText, isolated } from '../texts/fill-text.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import type { Room } from '../rooms.ts';
import { frameTexts } from './texts.ts';

interface PaletteItem {
  /** The page that the item opens, relative to `/console`. */
  href: string;
  icon: IconName;
  label: string;
  more?: string | undefined;
}

interface PaletteGroup {
  title: string;
  items: readonly PaletteItem[];
}

const pauseMs = 120;
const fewest = 2;
const shown = 5;
const page = { per_page: shown, paginate: 'cursor' } as const;

interface PaletteItems {
  groups: PaletteGroup[];
  /** Whether records that match the words may still arrive. */
  isWaiting: boolean;
  problem: StoreError | undefined;
}

/** The pages and actions whose names contain the words, and the orders, customers and products that match them. */
export function usePaletteItems(typed: string, rooms: readonly Room[]): PaletteItems {
  const t = useTexts(frameTexts);
  const tPart = useTexts(partTexts);
  const [settled] = useDebouncedValue(typed.trim(), pauseMs);
  const enabled = settled.length >= fewest;
  const isCustomer = lookedInFor(settled) === 'customer';
  const orders = useList(
    ['orders'],
    { ...page, ...(isCustomer ? { filters: { customer: settled } } : { search: settled }) },
    adminOrdersList,
    { enabled },
  );
  // A number that is typed with spaces may look like a name. So also search for it as an order number.
  const numbered = useList(['orders'], { ...page, filters: { order_number: settled } }, adminOrdersList, {
    enabled: enabled && isCustomer && settled.length <= longestNumber,
  });
  const searched = { ...page, search: settled };
  const customers = useList(['users'], searched, readCustomers, { enabled });
  const products = useList(['products'], searched, adminProductsList, { enabled });
  // Offer no results for earlier words, because Enter would open one of them.
  const isCurrent = enabled && settled === typed.trim();
  const rowsOf = <Row>({ rows, isPrevious }: { rows: Row[]; isPrevious: boolean }) =>
    isCurrent && !isPrevious ? rows : [];
  const byId = new Map([...rowsOf(numbered), ...rowsOf(orders)].map((order) => [order.id, order]));
  const groups: PaletteGroup[] = [
    {
      title: t('orders'),
      items: [...byId.values()].map(({ id, order_number: number, status, user }) => ({
        href: `/orders/${id}`,
        icon: 'orders',
        label: number,
        more: `${isolated(user.name)} · ${tPart(status)}`,
      })),
    },
    {
      title: t('customers'),
      items: rowsOf(customers).map(({ id, name, phone, email }) => ({
        href: `/customers/${id}`,
        icon: 'customers',
        label: name,
        more: isolated(phone ?? email),
      })),
    },
    {
      title: t('products'),
      items: rowsOf(products).map(({ id, name }) => ({
        href: `/catalogue/products/${id}`,
        icon: 'catalogue',
        label: name,
      })),
    },
    { title: t('pages'), items: usePages(typed, rooms) },
  ];
  const lists = [orders, customers, products];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isWaiting:
      typed.trim().length >= fewest &&
      (!isCurrent || [...lists, numbered].some(({ isLoading, isPrevious }) => isLoading || isPrevious)),
    problem: isCurrent ? lists.find(({ problem }) => problem !== undefined)?.problem : undefined,
  };
}

function usePages(typed: string, rooms: readonly Room[]): PaletteItem[] {
  const t = useTexts(frameTexts);
  const { language } = useLanguage();
  const mayWrite = useMayWrite();
  const places = rooms.flatMap(({ path, name, icon }): PaletteItem[] =>
    name === undefined || icon === undefined ? [] : [{ href: path, icon, label: fillText(name, language) }],
  );
  const items: PaletteItem[] = [
    ...places,
    { href: '/catalogue/subscriptions', icon: 'catalogue', label: t('subscriptions') },
    { href: '/settings/webhooks', icon: 'settings', label: t('webhooks') },
    ...(mayWrite
      ? ([
          { href: '/orders/new', icon: 'orders', label: t('newOrder') },
          { href: '/catalogue/products/new', icon: 'catalogue', label: t('newProduct') },
          { href: '/customers/new', icon: 'customers', label: t('newCustomer') },
        ] as const)
      : []),
  ];
  const words = typed.trim().toLowerCase();
  return items.filter(({ label }) => label.toLowerCase().includes(words));
}
