import type { ComponentType, LazyExoticComponent } from 'react';
import type { IconName } from '../parts/icon.tsx';
import type { Texts } from '../texts/define-texts.ts';

export interface Room {
  /** Relative to `/console`, in wouter's syntax: `/orders/:order`. */
  path: string;
  /** Shows the page. `load` loads the page's code before it is shown. */
  page: LazyExoticComponent<ComponentType> & { load: () => Promise<unknown> };
  /** The page's name in the navigation. A page without a name is opened from other pages. */
  name?: Texts[string];
  icon?: IconName;
  /** Places the page at the end of the navigation, apart from the pages for daily work. */
  isSystem?: boolean;
}
