import { Button, Group } from '@mantine/core';
import { Link } from 'wouter';
import { useTexts } from '../texts/language.tsx';
import type { KindName } from './kinds.ts';
import { catalogueTexts } from './texts.ts';

const names: readonly KindName[] = ['products', 'subscriptions'];

/** Links between the products and the subscriptions. */
export function KindTabs({ current }: { current: KindName }) {
  const t = useTexts(catalogueTexts);
  return (
    <Group component="nav" aria-label={t('lists')} gap="xs">
      {names.map((name) => (
        <Button
          key={name}
          component={Link}
          href={`/catalogue/${name}`}
          variant={name === current ? 'filled' : 'default'}
          {...(name === current && { 'aria-current': 'page' })}
        >
          {t(name)}
        </Button>
      ))}
    </Group>
  );
}
