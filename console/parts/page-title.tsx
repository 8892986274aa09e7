import { Group, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useObserved } from '../data/observed.ts';
import { unseenOrders } from '../data/unseen-orders.ts';

interface PageTitleProps {
  title: string;
  /** Stands before the title: a way back. */
  before?: ReactNode;
  /** Stands after the title: the record's state. */
  after?: ReactNode;
  children?: ReactNode;
}

/** Also sets the window's title, with the number of new orders. */
export function PageTitle({ title, before, after, children }: PageTitleProps) {
  const unseen = useObserved(unseenOrders);
  useEffect(() => {
    document.title = unseen === 0 ? title : `(${unseen}) ${title}`;
  }, [title, unseen]);
  return (
    <Group justify="space-between" align="center" mb="md">
      <Group gap="sm">
        {before}
        <Title order={1} size="h2">
          <bdi>{title}</bdi>
        </Title>
        {after}
      </Group>
      {children !== undefined && <Group gap="sm">{children}</Group>}
    </Group>
  );
}
