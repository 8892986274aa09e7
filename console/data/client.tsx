import { createContext, use, useMemo, type ReactNode } from 'react';
import { createClient, type CallOptions, type Client } from '#clients/typescript/src/main.ts';
import type { Language } from '../texts/define-texts.ts';
import { useLanguage } from '../texts/language.tsx';
import { watchedFetch } from './connection.ts';

export function createConsoleClient(language: Language): Client {
  return createClient({ baseUrl: location.origin, language, fetch: watchedFetch });
}

/** The options of the SDK's functions for reads, besides a request's path, query and body. */
export type ReadOptions = CallOptions & { client: Client };

/** Long enough for a response, but short enough that staff soon see that no response arrived. */
export const shortTimeouts: CallOptions = { timeoutMs: 8_000, tryTimeoutMs: 5_000 };

const ClientContext = createContext<Client | null>(null);

/**
 * Provides the SDK client in the chosen language. The client needs no token, because the session cookie authenticates
 * same-origin requests.
 */
export function ClientProvider({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  const client = useMemo(() => createConsoleClient(language), [language]);
  return <ClientContext value={client}>{children}</ClientContext>;
}

export function useClient(): Client {
  const client = use(ClientContext);
  if (client === null) throw new Error('useClient must be called inside a ClientProvider.');
  return client;
}
