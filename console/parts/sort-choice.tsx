import { NativeSelect } from '@mantine/core';
import type { ListView } from '../data/use-list-view.ts';
import { useTexts } from '../texts/language.tsx';
import { listTexts } from './list-texts.ts';

/** Chooses a list's sort order. The first choice is the default. */
export function SortChoice({
  view,
  choices,
}: {
  view: ListView;
  choices: readonly { value: string; label: string }[];
}) {
  const t = useTexts(listTexts);
  const [first] = choices;
  return (
    <NativeSelect
      aria-label={t('sort')}
      data={[...choices]}
      value={view.sort ?? first?.value ?? ''}
      onChange={({ currentTarget: { value } }) =>
        view.change({ sort: value === first?.value ? null : value })
      }
    />
  );
}
