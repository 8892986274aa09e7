import { TextInput, type TextInputProps } from '@mantine/core';

interface FigureInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  value: string;
  type: (text: string) => void;
  /** Whether the input is for a number of units. Phones then show no decimal separator. */
  isCount?: boolean;
}

/** An input for a typed number. Focus selects the text, so typing replaces it. */
export function FigureInput({ type, isCount = false, ...props }: FigureInputProps) {
  return (
    <TextInput
      dir="ltr"
      inputMode={isCount ? 'numeric' : 'decimal'}
      autoComplete="off"
      onFocus={(event) => event.currentTarget.select()}
      onChange={({ currentTarget: { value } }) => type(value)}
      {...props}
    />
  );
}
