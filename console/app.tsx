import { Center } from '@mantine/core';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useEffect, useRef } from 'react';
import { Route, Router, Switch, useLocation } from 'wouter';
import { Unauthenticated, type Client } from '#clients/typescript/src/main.ts';
import { shortTimeouts, useClient } from './data/client.tsx';
import { forgetOthers } from './data/order-walk.ts';
import { problemOf } from './data/problem.ts';
import { sessionRead, type Session } from './data/session-api.ts';
import { SessionProvider } from './data/session.tsx';
import { Frame } from './frame/frame.tsx';
import { NotFoundPage, PageBoundary, PageLoading } from './frame/page-place.tsx';
import { loadable } from './parts/later.tsx';
import { ProblemAlert } from './parts/problem-alert.tsx';
import { ShortcutsProvider } from './parts/shortcuts.tsx';
import { base, openedRoom, rooms } from './rooms.ts';
import { reloadForAnother } from './session/reload-for-another.ts';
import { SessionEndDialog } from './session/session-end-dialog.tsx';
import { useOpenedLink } from './session/sign-in-by.ts';

const routes = rooms.map((room) => ({ room, path: room.path, ...loadable(room.load) }));
const signIn = loadable(() => import('./session/sign-in-page.tsx'));

/**
 * Reads the session and loads the code of the opened page at the same time, so that the first render shows the page. Ignores
 * failures: `App` shows why the session could not be read, and the page loads its code again when it renders.
 */
export async function openFirst(queryClient: QueryClient, client: Client): Promise<void> {
  const opened = openedRoom();
  const route = routes.find(({ room }) => room === opened?.room);
  const page = route?.load().catch(() => undefined);
  await queryClient.query(sessionQuery(client)).catch(() => undefined);
  if (queryClient.getQueryData(['session']) !== undefined) await page;
  else await signIn.load().catch(() => undefined);
}

function sessionQuery(client: Client) {
  return queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => {
      // Shorter than usual, because the page shows only the logo until the session was read or the read has failed.
      const session = await sessionRead({ client, signal, ...shortTimeouts });
      forgetOthers(session.subject);
      return session;
    },
    staleTime: Infinity,
  });
}

/** The HTML page shows the same logo until this script runs. */
const mark = <img className="opening-mark" src="/console/icon.svg" alt="" />;

export function App() {
  const client = useClient();
  const session = useQuery({
    ...sessionQuery(client),
    refetchOnWindowFocus: 'always',
    // Don't read the session again on mount: `openFirst` has just read it. If that failed, `App` shows the error with a retry
    // button.
    retryOnMount: false,
  });
  useReloadForAnother(session.data);
  const isByLink = useOpenedLink();
  // React does a deferred render in short steps. Between the steps, a slow phone responds to input.
  const isShown = useDeferredValue(session.data !== undefined);
  // Wait for the session before the sign-in page uses a link. Otherwise the response could arrive after the sign-in, and contain
  // the earlier session, which the link has ended.
  if (session.data === undefined ? session.error instanceof Unauthenticated : isByLink) {
    return (
      <PageBoundary>
        <Suspense fallback={mark}>
          <signIn.Part />
        </Suspense>
      </PageBoundary>
    );
  }
  if (session.data !== undefined && isShown) {
    return (
      <SessionProvider session={session.data}>
        <PageBoundary>
          <ShortcutsProvider>
            <Router base={base}>
              <Pages />
            </Router>
          </ShortcutsProvider>
          <SessionEndDialog />
        </PageBoundary>
      </SessionProvider>
    );
  }
  if (session.data !== undefined || session.error === null) return mark;
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
            {routes.map(({ path, Part }) => (
              <Route key={path} path={path} component={Part} />
            ))}
            <Route component={NotFoundPage} />
          </Switch>
        </Suspense>
      </PageBoundary>
    </Frame>
  );
}
