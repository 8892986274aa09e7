import type { CSSProperties } from 'react';
import { Link } from 'wouter';
import './bars.css';

export interface Bar {
  key: string;
  /** Text below the bar. Empty if the text would not fit. */
  mark: string;
  value: number;
  /** Text above the bar, instead of the value. */
  shown?: string;
  /** A sentence that describes the bar: "Monday: 5 orders". */
  says: string;
  href?: string;
}

interface BarsProps {
  bars: readonly Bar[];
  label: string;
  isLoading: boolean;
}

/** A bar chart. Screen readers read a sentence for each bar. */
export function Bars({ bars, label, isLoading }: BarsProps) {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ol className="bars" aria-label={label} aria-busy={isLoading}>
      {bars.map(({ key, mark, value, shown, says, href }) => (
        <li key={key} title={says}>
          <span className="bars-value" aria-hidden>
            {shown ?? (value === 0 ? '' : value)}
          </span>
          <span
            className="bars-bar"
            style={{ '--bar-share': value / highest } as CSSProperties}
            aria-hidden
          />
          <span className="bars-mark" aria-hidden>
            {mark}
          </span>
          {href === undefined ? (
            <span className="unseen">{says}</span>
          ) : (
            <Link href={href} className="bars-link" aria-label={says} />
          )}
        </li>
      ))}
    </ol>
  );
}
