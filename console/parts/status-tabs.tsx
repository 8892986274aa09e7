import { Button, Group } from '@mantine/core';
import { filterName } from '../data/list-view.ts';
import type { ListView } from '../data/use-paged-list.ts';

interface StatusTabsProps {
  view: ListView;
  /** Names the group of buttons. */
  label: string;
  /** `value`: what the filter `status` is set to; null shows all. */
  tabs: readonly { value: string | null; label: string }[];
}

/** Buttons that narrow a list to a status, or to several. */
export function StatusTabs({ view, label, tabs }: StatusTabsProps) {
  const current = view.filter('status') ?? null;
  return (
    <Group gap="xs" role="group" aria-label={label}>
      {tabs.map(({ value, label: text }) => (
        <Button
          key={value}
          variant={value === current ? 'filled' : 'default'}
          aria-pressed={value === current}
          onClick={() => view.change({ [filterName('status')]: value })}
        >
          {text}
        </Button>
      ))}
    </Group>
  );
}
