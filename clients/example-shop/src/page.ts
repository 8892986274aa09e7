import type { Client } from '../../typescript/src/main.ts';
import type { Locale } from './language.ts';

/** Passed to every page. */
export interface PageContext {
  client: Client;
  locale: Locale;
  /** Aborts when the user leaves the page. */
  signal: AbortSignal;
  /** The part of the URL after `?`. */
  query: URLSearchParams;
  /** Shows a status text until the next page opens. Screen readers announce it. */
  announce: (text: string) => void;
  /** Loads the same page again. */
  refresh: () => void;
  /** Call this after the cart or the pending checkout has changed. */
  updateLayout: () => void;
}

/** Returns the page's content. The page's heading becomes the document's title. `id` is the product or order in the URL. */
export type Page = (context: PageContext, id: number) => Promise<Node[]>;
