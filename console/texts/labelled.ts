import { isolated } from './fill-text.ts';

/** "Name: value", where each part has its own text direction. */
export function labelled(label: string, value: string): string {
  return `${isolated(label)}: ${isolated(value)}`;
}
