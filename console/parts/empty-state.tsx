import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md">
      <span className="empty-state-icon">
        <Icon name="nothing" size={32} />
      </span>
      <Text fw={600}>{title}</Text>
      {children}
    </Stack>
  );
}
