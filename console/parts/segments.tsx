import { useId } from 'react';
import './segments.css';

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  change: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
  size?: 'sm' | 'md';
}

/** A choice among a few options. Mantine's SegmentedControl would measure the page, which delays the first render. */
export function Segments<Value extends string>({
  label,
  value,
  change,
  options,
  size = 'md',
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="segments" data-size={size}>
      {options.map((option) => (
        <label key={option.value} className="segment">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => change(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
