import { Group, Title } from '@mantine/core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useUnseenOrders } from '../data/unseen-orders.ts';

/** The page's one heading, which is the window's title too, there with how many orders are new, and what belongs beside it. */
export function PageTitle({ title, children }: { title: string; children?: ReactNode }) {
  const unseen = useUnseenOrders();
  useEffect(() => {
    document.title = unseen === 0 ? title : `(${unseen}) ${title}`;
  }, [title, unseen]);
  return (
    <Group justify="space-between" align="center" mb="md">
      <Title order={1} size="h2">
        <bdi>{title}</bdi>
      </Title>
      {children !== undefined && <Group gap="sm">{children}</Group>}
    </Group>
  );
}
