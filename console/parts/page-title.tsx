import { ActionIcon, Group, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useObserved } from '../data/observed.ts';
import { unseenOrders } from '../data/unseen-orders.ts';
import { Icon } from './icon.tsx';

interface PageTitleProps {
  title: string;
  /** A link to the list or page from which this page is usually opened. */
  back?: { href: string; label: string };
  /** Content after the title, such as the record's state. */
  after?: ReactNode;
  children?: ReactNode;
}

/** The page's heading. Also sets the window's title, with the number of new orders. */
export function PageTitle({ title, back, after, children }: PageTitleProps) {
  const unseen = useObserved(unseenOrders);
  useEffect(() => {
    document.title = unseen === 0 ? title : `(${unseen}) ${title}`;
  }, [title, unseen]);
  return (
    <Group justify="space-between" align="center" mih={36}>
      <Group gap="sm">
        {back !== undefined && (
          <ActionIcon
            component={Link}
            href={back.href}
            variant="default"
            size={36}
            className="no-print"
            aria-label={back.label}
            title={back.label}
          >
            <Icon name="back" />
          </ActionIcon>
        )}
        <Title order={1} size="h2">
          <bdi>{title}</bdi>
        </Title>
        {after}
      </Group>
      {children !== undefined && <Group gap="sm">{children}</Group>}
    </Group>
  );
}
