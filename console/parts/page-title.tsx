import { Group, Title } from '@mantine/core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';

/** The page's one heading, which is the window's title too, and what belongs beside it. */
export function PageTitle({ title, children }: { title: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <Group justify="space-between" align="center" mb="md">
      <Title order={1} size="h2">
        <bdi>{title}</bdi>
      </Title>
      {children !== undefined && <Group gap="sm">{children}</Group>}
    </Group>
  );
}
