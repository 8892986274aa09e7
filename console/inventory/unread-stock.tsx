import { Button, Group, Text } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';
import { inventoryTexts } from './texts.ts';
import type { Stocktake } from './use-stocktake.ts';

interface UnreadStockProps {
  id: number;
  name: string;
  stocktake: Stocktake;
  /** Drops the count of a product that was deleted. */
  drop: () => void;
}

/** Shows why a count cannot be compared with the recorded stock, with a button to load the stock again or to drop the count. */
export function UnreadStock({ id, name, stocktake: { unreadOf, see }, drop }: UnreadStockProps) {
  const t = useTexts(inventoryTexts);
  const unread = unreadOf(id);
  if (unread === undefined) return null;
  if (unread === 'loading') return <Text span>{t('loading')}</Text>;
  const isDeleted = unread === 'deleted';
  return (
    <Group gap="xs" justify="flex-end">
      <Text size="sm" c="var(--mantine-color-error)">
        {t(isDeleted ? 'productGone' : 'stockNotLoaded')}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t(isDeleted ? 'dropCountOf' : 'loadAgainOf', { name })}
        onClick={isDeleted ? drop : () => void see(id)}
      >
        {t(isDeleted ? 'dropCount' : 'loadAgain')}
      </Button>
    </Group>
  );
}
