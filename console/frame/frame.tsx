import { Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useLiveUpdates } from '../data/use-live.ts';
import { useOrderCount } from '../data/use-order-count.ts';
import { useSettings } from '../data/use-settings.ts';
import { useFormat } from '../format/use-format.ts';
import { Icon } from '../parts/icon.tsx';
import { Picture } from '../parts/picture.tsx';
import { fillText } from '../texts/fill-text.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import { AccountMenu } from './account-menu.tsx';
import { CommandPalette } from './command-palette.tsx';
import type { Room } from '../rooms.ts';
import { LiveSign } from './live-sign.tsx';
import { NewOrders } from './new-orders.tsx';
import { ShopState } from './shop-state.tsx';
import { frameTexts } from './texts.ts';
import { useScanner } from './use-scanner.ts';
import './tokens.css';
import './frame.css';

/**
 * While a dialog hides the scroll bar, the page is wider. This class of Mantine then keeps the end of the header in its place.
 */
const keepsPlace = 'right-scroll-bar-position';

export function Frame({ rooms, children }: { rooms: readonly Room[]; children: ReactNode }) {
  const t = useTexts(frameTexts);
  useLiveUpdates();
  useScanner();
  const [opened, { toggle, close }] = useDisclosure(false);
  const { language } = useLanguage();
  const { record: settings } = useSettings();
  const shop = settings?.[language].name;
  const logo = settings?.logo_url ?? null;
  useContentFocus();
  const mark = <img src="/console/icon.svg" alt="" className="frame-mark" />;
  return (
    <>
      <header className={`frame-header no-print ${keepsPlace}`}>
        <a className="skip-link" href="#content">
          {t('skip')}
        </a>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t('openNavigation')}
            aria-expanded={opened}
          />
          {logo === null && mark}
          <Text fw={600} className="grows" truncate>
            <bdi>{shop ?? t('storefront')}</bdi>
          </Text>
          <CommandPalette rooms={rooms} />
          <LiveSign />
          <AccountMenu />
        </Group>
      </header>
      <nav className="no-print frame-navbar" data-closed={!opened} aria-label={t('navigation')}>
        {logo !== null && (
          <div className="nav-logo">
            <Picture url={logo} alt={shop ?? t('storefront')} size={64} fallback={mark} />
          </div>
        )}
        <Navigation rooms={rooms} went={close} />
      </nav>
      <main id="content" className="frame-content" tabIndex={-1}>
        <NewOrders />
        <ShopState />
        {children}
      </main>
    </>
  );
}

/**
 * When another page opens, focuses its content if the focused element is gone with the old page. Otherwise screen readers and
 * the Tab key would begin at the top of the document.
 */
function useContentFocus(): void {
  const [path] = useLocation();
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    if (document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
  }, [path]);
}

function Navigation({ rooms, went }: { rooms: readonly Room[]; went: () => void }) {
  const { language } = useLanguage();
  const [location] = useLocation();
  const link = ({ path, name, icon }: Room) => {
    if (name === undefined) return null;
    const isHere = path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);
    return (
      <Link
        key={path}
        className="nav-link mantine-focus-auto"
        href={path}
        onClick={went}
        {...(isHere && { 'aria-current': 'page' })}
      >
        {icon !== undefined && <Icon name={icon} />}
        <span className="grows">{fillText(name, language)}</span>
        {path === '/orders' && <PendingCount />}
      </Link>
    );
  };
  return (
    <>
      {rooms.filter(({ isSystem = false }) => !isSystem).map(link)}
      <div className="nav-system">{rooms.filter(({ isSystem = false }) => isSystem).map(link)}</div>
    </>
  );
}

/** The number of orders that wait for confirmation. Screen readers find this number on the page “Today”. */
function PendingCount() {
  const { shortNumber } = useFormat();
  const { count } = useOrderCount({ filters: { status: 'pending' } });
  if (count === undefined || count === 0) return null;
  return (
    <span className="nav-count figure" aria-hidden>
      {shortNumber(count)}
    </span>
  );
}
