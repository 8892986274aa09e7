import { ActionIcon, Group } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { FigureInput } from './figure-input.tsx';
import './amount-field.css';

interface AmountFieldProps {
  label: string;
  lessLabel: string;
  moreLabel: string;
  value: string;
  change: (text: string) => void;
  step: (by: 1 | -1) => void;
  error?: string | undefined;
  autoFocus?: boolean;
  /** Called when the user presses Enter. */
  entered?: () => void;
}

/** An input for a quantity. The buttons and the arrow keys change it by one. */
export function AmountField(props: AmountFieldProps) {
  const { label, lessLabel, moreLabel, value, change, step, error, autoFocus, entered } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : undefined;
    if (by === undefined && (event.key !== 'Enter' || entered === undefined)) return;
    event.preventDefault();
    if (by === undefined) entered?.();
    else step(by);
  };
  const button = (sign: string, name: string, by: 1 | -1) => (
    // The buttons have no tab stop, because the arrow keys do the same.
    <ActionIcon variant="default" size={36} aria-label={name} tabIndex={-1} onClick={() => step(by)}>
      <span aria-hidden>{sign}</span>
    </ActionIcon>
  );
  return (
    <Group className="amount-field" gap={4} wrap="nowrap" align="flex-start">
      {button('−', lessLabel, -1)}
      <FigureInput
        className="amount-field-input"
        aria-label={label}
        isCount
        autoFocus={autoFocus}
        value={value}
        error={error}
        type={change}
        onKeyDown={onKeyDown}
      />
      {button('+', moreLabel, 1)}
    </Group>
  );
}
