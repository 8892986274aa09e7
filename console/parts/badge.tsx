import type { ReactNode } from 'react';
import './badge.css';

export type Tone = 'grey' | 'amber' | 'blue' | 'violet' | 'cyan' | 'green' | 'red';

/**
 * A word on a coloured background, readable in light and dark mode. The word alone carries the meaning, never only the colour.
 */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
