import { isolated } from './fill-text.ts';

/** "Name: value", each in its own direction. */
export function labelled(label: string, value: string): string {
  return `${isolated(label)}: ${isolated(value)}`;
}
