import type { ComponentType, LazyExoticComponent } from 'react';
import type { Text } from '../texts/define-texts.ts';

/** A page of the console: where it is, and what loads it when it is first opened. */
export interface Room {
  /** Below `/console`, as wouter matches it: `/orders/:order`. */
  path: string;
  page: LazyExoticComponent<ComponentType>;
  /** Its name in the navigation; without one it is reached from another page. */
  name?: Text;
}
