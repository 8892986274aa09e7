import { AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useLiveUpdates } from '../data/use-live.ts';
import { useTexts } from '../texts/language.tsx';
import { AccountMenu } from './account-menu.tsx';
import { LiveSign } from './live-sign.tsx';
import { Navigation } from './navigation.tsx';
import { NewOrders } from './new-orders.tsx';
import type { Room } from './room.ts';
import { ShopState } from './shop-state.tsx';
import { frameTexts } from './texts.ts';
import { useScanner } from './use-scanner.ts';
import './frame.css';

/** The frame around every page: navigation, user menu, and notices about unavailable parts of the store. */
export function Frame({ rooms, children }: { rooms: readonly Room[]; children: ReactNode }) {
  const t = useTexts(frameTexts);
  useLiveUpdates();
  useScanner();
  const [location] = useLocation();
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
            {t('product')}
          </Text>
          <LiveSign />
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className="no-print" aria-label={t('navigation')}>
        <Navigation rooms={rooms} location={location} went={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <NewOrders />
        <ShopState />
        {children}
      </AppShell.Main>
    </AppShell>
  );
}
