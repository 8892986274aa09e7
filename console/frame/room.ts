import type { ComponentType, LazyExoticComponent } from 'react';
import type { Text } from '../texts/define-texts.ts';

/** A page of the console: its path, and the component that loads on first use. */
export interface Room {
  /** Relative to `/console`, in wouter's syntax: `/orders/:order`. */
  path: string;
  page: LazyExoticComponent<ComponentType>;
  /** Its name in the navigation; pages without one are reached from other pages. */
  name?: Text;
}
