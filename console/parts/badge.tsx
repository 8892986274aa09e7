import type { ReactNode } from 'react';
import './badge.css';

export type Tone = 'grey' | 'amber' | 'blue' | 'violet' | 'cyan' | 'green' | 'red';

/** A word on its colour: readable in light and dark, and never told by the colour alone. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
