import { AppShell, Burger, Group, NavLink, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ComponentType, LazyExoticComponent, ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useLiveUpdates } from '../data/use-live.ts';
import type { Texts } from '../texts/define-texts.ts';
import { fillText } from '../texts/fill-text.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import { AccountMenu } from './account-menu.tsx';
import { LiveSign } from './live-sign.tsx';
import { NewOrders } from './new-orders.tsx';
import { ShopState } from './shop-state.tsx';
import { frameTexts } from './texts.ts';
import { useScanner } from './use-scanner.ts';
import './frame.css';

export interface Room {
  /** Relative to `/console`, in wouter's syntax: `/orders/:order`. */
  path: string;
  page: LazyExoticComponent<ComponentType>;
  /** The page's name in the navigation. A page without a name is opened from other pages. */
  name?: Texts[string];
}

export function Frame({ rooms, children }: { rooms: readonly Room[]; children: ReactNode }) {
  const t = useTexts(frameTexts);
  useLiveUpdates();
  useScanner();
  const [opened, { toggle, close }] = useDisclosure(false);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
    >
      <AppShell.Header className="no-print">
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
          <Text fw={700} className="grows" truncate>
            {t('storefront')}
          </Text>
          <LiveSign />
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className="no-print" aria-label={t('navigation')}>
        <Navigation rooms={rooms} went={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <NewOrders />
        <ShopState />
        {children}
      </AppShell.Main>
    </AppShell>
  );
}

function Navigation({ rooms, went }: { rooms: readonly Room[]; went: () => void }) {
  const { language } = useLanguage();
  const [location] = useLocation();
  return rooms.map(({ path, name }) => {
    if (name === undefined) return null;
    const isHere = path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);
    return (
      <NavLink
        key={path}
        component={Link}
        href={path}
        label={fillText(name, language)}
        active={isHere}
        variant="filled"
        onClick={went}
        {...(isHere && { 'aria-current': 'page' })}
      />
    );
  });
}
