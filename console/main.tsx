// First, so that the console's own styles override those of Mantine.
import './frame/mantine-styles.ts';
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode, useEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, openFirst } from './app.tsx';
import { ClientProvider, createConsoleClient } from './data/client.tsx';
import { watchTouches } from './data/connection.ts';
import { dropEarly } from './data/early-reads.ts';
import { useObserved } from './data/observed.ts';
import { readableColors, theme } from './frame/theme.ts';
import { later, loadRest } from './parts/later.tsx';
import { isToastShown } from './parts/toast-shown.ts';
import { initialLanguage } from './texts/initial-language.ts';
import { LanguageProvider, useLanguage } from './texts/language.tsx';

declare global {
  // react-remove-scroll, used by Mantine's dialogs, reads the nonce of its <style> from this global.
  var __webpack_nonce__: string | undefined;
}

const Toasts = later(() => import('./frame/toasts.tsx'));
/** The delay until the code of closed dialogs and the like loads. By then, the first page has usually loaded its data. */
const restAfterMs = 2_000;

/** Queries do not retry, because the SDK already retries requests within its timeout. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
globalThis.__webpack_nonce__ = nonce;

const root = document.getElementById('console');
if (root === null) throw new Error('The page has no element with the id "console".');

// The Back button may restore a page from the browser's cache, with the data of a person who has signed out. So reload a
// restored page.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

watchTouches(window);
// Don't await this at the top level. The opened page's code imports modules that are bundled with this file, so each would wait
// for the other.
void open(root);

async function open(root: HTMLElement): Promise<void> {
  await openFirst(queryClient, createConsoleClient(initialLanguage()));
  if (queryClient.getQueryData(['session']) === undefined) dropEarly();
  // React renders a transition in short steps. Between the steps, a slow phone responds to input.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <LanguageProvider>
          <Design>
            <QueryClientProvider client={queryClient}>
              <ClientProvider>
                <App />
              </ClientProvider>
            </QueryClientProvider>
          </Design>
        </LanguageProvider>
      </StrictMode>,
    ),
  );
  setTimeout(() => {
    dropEarly();
    void loadRest();
  }, restAfterMs);
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => void loadRest(), { once: true, capture: true });
}

/** Sets Mantine's text direction. Switching the language keeps the page's state. */
function Design({ children }: { children: ReactNode }) {
  const { direction } = useLanguage();
  const hasToast = useObserved(isToastShown);
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <FollowDirection direction={direction} />
      <MantineProvider
        theme={theme}
        cssVariablesResolver={readableColors}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        {children}
        {hasToast && <Toasts />}
      </MantineProvider>
    </DirectionProvider>
  );
}

function FollowDirection({ direction }: { direction: 'ltr' | 'rtl' }) {
  const { setDirection } = useDirection();
  useEffect(() => setDirection(direction), [direction, setDirection]);
  return null;
}
