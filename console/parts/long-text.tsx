import { Textarea, type TextareaProps } from '@mantine/core';
import type { CSSProperties } from 'react';
import './long-text.css';

interface LongTextProps extends Omit<TextareaProps, 'autosize' | 'rows' | 'value'> {
  value: string;
  minRows: number;
  maxRows?: number;
}

const manyRows = 20;

/**
 * A text field that grows with its text. Mantine's `autosize` measures the field with JavaScript, which delays the first render,
 * so the browser sizes the field. A browser that cannot do so shows as many rows as the text has lines.
 */
export function LongText({ minRows, maxRows = manyRows, ...field }: LongTextProps) {
  const lines = field.value.split('\n').length;
  const sizes = { '--min-rows': minRows, '--max-rows': maxRows } as CSSProperties;
  return (
    <Textarea
      {...field}
      rows={Math.min(maxRows, Math.max(minRows, lines))}
      classNames={{ input: 'long-text' }}
      styles={{ input: sizes }}
    />
  );
}
