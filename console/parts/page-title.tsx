import { Group, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useObserved } from '../data/observed.ts';
import { unseenOrders } from '../data/unseen-orders.ts';

/** Also sets the window's title, with the number of new orders. */
export function PageTitle({ title, children }: { title: string; children?: ReactNode }) {
  const unseen = useObserved(unseenOrders);
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
