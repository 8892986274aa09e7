import { Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Route, Router, Switch, useLocation } from 'wouter';
import { Unauthenticated } from '#clients/typescript/src/main.ts';
import { useClient } from './data/client.tsx';
import { problemOf } from './data/problem.ts';
import { sessionRead } from './data/session-api.ts';
import { SessionProvider } from './data/session.tsx';
import { Frame } from './frame/frame.tsx';
import { NotFoundPage } from './frame/not-found-page.tsx';
import { PageBoundary } from './frame/page-boundary.tsx';
import type { Room } from './frame/room.ts';
import { roomTexts } from './frame/room-texts.ts';
import { ProblemAlert } from './parts/problem-alert.tsx';
import { ShortcutsProvider } from './parts/shortcuts.tsx';
import { SessionEndDialog } from './session/session-end-dialog.tsx';
import { SignInPage } from './session/sign-in-page.tsx';

/** The pages in the order of the navigation. Each is loaded when it is first opened. */
const rooms: readonly Room[] = [
  { path: '/', name: roomTexts.today, page: lazy(() => import('./today/today-page.tsx')) },
  { path: '/orders', name: roomTexts.orders, page: lazy(() => import('./orders/orders-page.tsx')) },
  { path: '/orders/:order', page: lazy(() => import('./order/order-page.tsx')) },
  { path: '/orders/:order/slip', page: lazy(() => import('./slips/slips-page.tsx')) },
  { path: '/slips', page: lazy(() => import('./slips/slips-page.tsx')) },
  {
    path: '/catalogue',
    name: roomTexts.catalogue,
    page: lazy(() => import('./catalogue/catalogue-page.tsx')),
  },
  { path: '/catalogue/:kind', page: lazy(() => import('./catalogue/catalogue-page.tsx')) },
  { path: '/catalogue/:kind/:record', page: lazy(() => import('./catalogue/record-page.tsx')) },
  {
    path: '/customers',
    name: roomTexts.customers,
    page: lazy(() => import('./customers/customers-page.tsx')),
  },
  { path: '/customers/:customer', page: lazy(() => import('./customers/customer-page.tsx')) },
  {
    path: '/operations',
    name: roomTexts.operations,
    page: lazy(() => import('./operations/operations-page.tsx')),
  },
  { path: '/operations/:operation', page: lazy(() => import('./operations/operation-page.tsx')) },
  {
    path: '/settings',
    name: roomTexts.settings,
    page: lazy(() => import('./settings/settings-page.tsx')),
  },
  { path: '/settings/webhooks', page: lazy(() => import('./webhooks/webhooks-page.tsx')) },
  { path: '/settings/webhooks/:webhook', page: lazy(() => import('./webhooks/webhook-page.tsx')) },
  {
    path: '/settings/webhooks/:webhook/deliveries/:delivery',
    page: lazy(() => import('./webhooks/delivery-page.tsx')),
  },
];

export function App() {
  const client = useClient();
  const session = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => sessionRead(client, { signal }),
    staleTime: Infinity,
  });
  if (session.data !== undefined) {
    return (
      <SessionProvider session={session.data}>
        <ShortcutsProvider>
          <Router base="/console">
            <Pages />
          </Router>
        </ShortcutsProvider>
        <SessionEndDialog />
      </SessionProvider>
    );
  }
  if (session.error instanceof Unauthenticated) return <SignInPage />;
  return (
    <Center mih="100dvh" p="md">
      {session.error === null ? (
        <Loader />
      ) : (
        <ProblemAlert problem={problemOf(session.error)} retry={() => void session.refetch()} />
      )}
    </Center>
  );
}

function Pages() {
  const [location] = useLocation();
  return (
    <Frame rooms={rooms}>
      <PageBoundary key={location}>
        <Suspense fallback={<Loader />}>
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
