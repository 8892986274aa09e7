import type { ReactNode } from 'react';
import './badge.css';

export const tones = ['grey', 'amber', 'blue', 'violet', 'cyan', 'green', 'red'] as const;
export type Tone = (typeof tones)[number];

/** A label that is readable in light and dark mode. The word expresses the meaning, never only the colour. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
