import { Text } from '@mantine/core';
import { useHealth } from '../data/use-health.ts';
import { useTexts } from '../texts/language.tsx';
import { words } from '../texts/words.ts';

/** Shows one line while everything works, and nothing otherwise. A notice above every page then lists the unavailable parts. */
export function HealthLine() {
  const t = useTexts(words);
  const health = useHealth();
  if (health?.isServing !== true || health.down.length > 0) return null;
  return (
    <Text size="sm" c="dimmed">
      <span className="health-mark" aria-hidden>
        ✓
      </span>{' '}
      {t('allWork')}
    </Text>
  );
}
