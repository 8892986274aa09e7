import { Card, Group, Stack, Title, type StackProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: string;
  aside?: ReactNode;
  gap?: StackProps['gap'];
  children: ReactNode;
}

export function Section({ title, aside, gap = 'md', children }: SectionProps) {
  const titleId = useId();
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
