import type { ComponentType, LazyExoticComponent } from 'react';
import type { Text } from '../texts/define-texts.ts';

/** A page of the console: its path, and its component, which loads on first use. */
export interface Room {
  /** Relative to `/console`, in wouter's syntax: `/orders/:order`. */
  path: string;
  page: LazyExoticComponent<ComponentType>;
  /** The page's name in the navigation. A page without a name is opened from other pages. */
  name?: Text;
}
