import { Button, Group } from '@mantine/core';
import { filterName } from '../data/list-view.ts';
import type { ListView } from '../data/use-paged-list.ts';

interface StatusTabsProps {
  view: ListView;
  label: string;
  /** `value`: the value of the filter `status`; null shows all records. */
  tabs: readonly { value: string | null; label: string }[];
}

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
