import type { ReactNode } from 'react';
import './status-tabs.css';

interface StatusTabsProps {
  label: string;
  /** The value of the filter `status`; empty if all records are shown. */
  current: string;
  choose: (status: string) => void;
  tabs: readonly { value: string; label: string; count?: ReactNode }[];
}

export function StatusTabs({ label, current, choose, tabs }: StatusTabsProps) {
  return (
    <div className="status-tabs" role="group" aria-label={label}>
      {tabs.map(({ value, label: text, count }) => (
        <button key={value} type="button" aria-pressed={value === current} onClick={() => choose(value)}>
          {text}
          {count !== undefined && <span className="status-tabs-count figure">{count}</span>}
        </button>
      ))}
    </div>
  );
}
