import type { Client } from '../../typescript/src/main.ts';
import type { Locale } from './language.ts';

/** What every page is given. */
export interface PageContext {
  client: Client;
  locale: Locale;
  /** Aborts when the page is left. */
  signal: AbortSignal;
  /** Of the address, after its `?`. */
  query: URLSearchParams;
  /** Shows a status text, which screen readers read out, until the next page. */
  announce: (text: string) => void;
  /** Loads the same page again. */
  refresh: () => void;
  /** The cart or the pending checkout has changed: the layout follows. */
  updateLayout: () => void;
}

/** Gives what is shown; its heading is the title. `id`: of the product or order that the address names. */
export type Page = (context: PageContext, id: number) => Promise<Node[]>;
