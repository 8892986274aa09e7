import { Card, Group, Stack, Title, type StackProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: string;
  id?: string;
  /** Shown beside the title. */
  aside?: ReactNode;
  gap?: StackProps['gap'];
  children: ReactNode;
}

/** A part of a page: a card with a title. */
export function Section({ title, id, aside, gap = 'md', children }: SectionProps) {
  const ownId = useId();
  const titleId = id ?? ownId;
  const heading = (
    <Title order={2} size="h4" id={titleId}>
      {title}
    </Title>
  );
  return (
    <Card withBorder component="section" aria-labelledby={titleId}>
      <Stack gap={gap}>
        {aside === undefined ? (
          heading
        ) : (
          <Group justify="space-between">
            {heading}
            {aside}
          </Group>
        )}
        {children}
      </Stack>
    </Card>
  );
}
