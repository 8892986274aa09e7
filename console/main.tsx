// First, so that the console's own styles override those of Mantine.
import './frame/mantine-styles.ts';
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { ClientProvider } from './data/client.tsx';
import { watchTouches } from './data/connection.ts';
import { readableColors, theme } from './frame/theme.ts';
import { LanguageProvider, useLanguage } from './texts/language.tsx';

declare global {
  // react-remove-scroll, used by Mantine's dialogs, reads the nonce of its <style> from this global.
  var __webpack_nonce__: string | undefined;
}

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
if (root === null) throw new Error('The page has no element for the console.');

// Back may restore a page from the browser's cache, with the data of a person who has signed out. So reload a restored page.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

watchTouches(window);
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
);

/** Sets Mantine's text direction. Switching the language keeps the page's state. */
function Design({ children }: { children: ReactNode }) {
  const { direction } = useLanguage();
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
        <Notifications position="bottom-center" />
      </MantineProvider>
    </DirectionProvider>
  );
}

function FollowDirection({ direction }: { direction: 'ltr' | 'rtl' }) {
  const { setDirection } = useDirection();
  useEffect(() => setDirection(direction), [direction, setDirection]);
  return null;
}
