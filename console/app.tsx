import { Center } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useEffect, useRef, type ComponentType } from 'react';
import { matchRoute, Route, Router, Switch, useLocation, useRouter } from 'wouter';
import { Unauthenticated } from '#clients/typescript/src/main.ts';
import { useClient } from './data/client.tsx';
import { forgetOthers } from './data/order-walk.ts';
import { problemOf } from './data/problem.ts';
import { sessionRead, type Session } from './data/session-api.ts';
import { SessionProvider } from './data/session.tsx';
import { Frame } from './frame/frame.tsx';
import type { Room } from './frame/room.ts';
import { loadPage, NotFoundPage, PageBoundary, PageLoading } from './frame/page-place.tsx';
import { ProblemAlert } from './parts/problem-alert.tsx';
import { ShortcutsProvider } from './parts/shortcuts.tsx';
import { reloadForAnother } from './session/reload-for-another.ts';
import { SessionEndDialog } from './session/session-end-dialog.tsx';
import { useOpenedLink } from './session/sign-in-by.ts';
import { SignInPage } from './session/sign-in-page.tsx';
import { words } from './texts/words.ts';

const page = (load: () => Promise<{ default: ComponentType }>): Room['page'] =>
  Object.assign(
    lazy(() => loadPage(load)),
    { load },
  );

/** The pages in the sequence of the navigation. A page's code loads when the page is first opened. */
const rooms: readonly Room[] = [
  { path: '/', name: words.today, icon: 'today', page: page(() => import('./today/today-page.tsx')) },
  {
    path: '/orders',
    name: words.orders,
    icon: 'orders',
    page: page(() => import('./orders/orders-page.tsx')),
  },
  { path: '/orders/new', page: page(() => import('./new-order/new-order-page.tsx')) },
  { path: '/orders/:order', page: page(() => import('./order/order-page.tsx')) },
  { path: '/orders/:order/slip', page: page(() => import('./slips/slips-page.tsx')) },
  { path: '/slips', page: page(() => import('./slips/slips-page.tsx')) },
  {
    path: '/returns',
    name: words.returns,
    icon: 'returns',
    page: page(() => import('./returns/returns-page.tsx')),
  },
  { path: '/returns/:return', page: page(() => import('./returns/return-page.tsx')) },
  {
    path: '/catalogue',
    name: words.catalogue,
    icon: 'catalogue',
    page: page(() => import('./catalogue/catalogue-page.tsx')),
  },
  { path: '/catalogue/:kind', page: page(() => import('./catalogue/catalogue-page.tsx')) },
  { path: '/catalogue/:kind/:record', page: page(() => import('./catalogue/record-page.tsx')) },
  {
    path: '/inventory',
    name: words.inventory,
    icon: 'inventory',
    page: page(() => import('./inventory/inventory-page.tsx')),
  },
  {
    path: '/customers',
    name: words.customers,
    icon: 'customers',
    page: page(() => import('./customers/customers-page.tsx')),
  },
  { path: '/customers/:customer', page: page(() => import('./customers/customer-page.tsx')) },
  {
    path: '/operations',
    name: words.operations,
    icon: 'operations',
    isSystem: true,
    page: page(() => import('./operations/operations-page.tsx')),
  },
  { path: '/operations/:operation', page: page(() => import('./operations/operation-page.tsx')) },
  {
    path: '/settings',
    name: words.settings,
    icon: 'settings',
    isSystem: true,
    page: page(() => import('./settings/settings-page.tsx')),
  },
  // No page links to this page. Developers type its URL.
  { path: '/components', page: page(() => import('./components/components-page.tsx')) },
  { path: '/settings/webhooks', page: page(() => import('./webhooks/webhooks-page.tsx')) },
  { path: '/settings/webhooks/:webhook', page: page(() => import('./webhooks/webhook-page.tsx')) },
  {
    path: '/settings/webhooks/:webhook/deliveries/:delivery',
    page: page(() => import('./webhooks/delivery-page.tsx')),
  },
];

const base = '/console';

/**
 * Loads the code of the opened page while the session is read. If this early load fails, the page later loads
 * the code itself.
 */
function useCodeOfOpenedPage(): void {
  const { parser } = useRouter();
  useEffect(() => {
    const opened = location.pathname.slice(base.length);
    const room = rooms.find(({ path }) => matchRoute(parser, path, opened)[0]);
    room?.page.load().catch(() => undefined);
  }, [parser]);
}

export function App() {
  const client = useClient();
  useCodeOfOpenedPage();
  const session = useQuery({
    queryKey: ['session'],
    queryFn: async ({ signal }) => {
      const session = await sessionRead(client, { signal });
      forgetOthers(session.subject);
      return session;
    },
    staleTime: Infinity,
    refetchOnWindowFocus: 'always',
  });
  useReloadForAnother(session.data);
  const isByLink = useOpenedLink();
  // A deferred render is done in short steps, during which a slow phone still responds.
  const isShown = useDeferredValue(session.data !== undefined);
  // Wait until it is known who is signed in. A later response would belong to the session that the link ends.
  if (session.data === undefined ? session.error instanceof Unauthenticated : isByLink) return <SignInPage />;
  if (session.data !== undefined && isShown) {
    return (
      <SessionProvider session={session.data}>
        <ShortcutsProvider>
          <Router base={base}>
            <Pages />
          </Router>
        </ShortcutsProvider>
        <SessionEndDialog />
      </SessionProvider>
    );
  }
  // The page shows the same mark until this script runs.
  if (session.data !== undefined || session.error === null)
    return <img className="opening-mark" src="/console/icon.svg" alt="" />;
  return (
    <Center mih="100dvh" p="md">
      <ProblemAlert problem={problemOf(session.error)} retry={() => void session.refetch()} />
    </Center>
  );
}

/**
 * Reloads the page if another person signs in. Another window may sign one person out and another person in
 * before this page sends a request.
 */
function useReloadForAnother(now: Session | undefined): void {
  const first = useRef<Session>(undefined);
  useEffect(() => {
    if (now === undefined) return;
    first.current ??= now;
    reloadForAnother(first.current, now);
  }, [now]);
}

function Pages() {
  const [location] = useLocation();
  return (
    <Frame rooms={rooms}>
      <PageBoundary key={location}>
        <Suspense fallback={<PageLoading />}>
          <Switch>
            {rooms.map(({ path, page }) => (
              <Route key={path} path={path} component={page} />
            ))}
            <Route component={NotFoundPage} />
          </Switch>
        </Suspense>
      </PageBoundary>
    </Frame>
  );
}
