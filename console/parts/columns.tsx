import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import './columns.css';

interface ColumnsProps {
  main: ReactNode;
  side: ReactNode;
  /** Content below the main part. On a narrow screen it comes last. */
  after?: ReactNode;
}

/** A page's main part with a narrower part beside it. On a narrow screen, the parts are below each other. */
export function Columns({ main, side, after }: ColumnsProps) {
  return (
    <div className="columns">
      <Stack>{main}</Stack>
      <Stack>{side}</Stack>
      {after !== undefined && <Stack>{after}</Stack>}
    </div>
  );
}
