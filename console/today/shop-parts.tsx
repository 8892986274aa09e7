import { Card, Group, Text, Title } from '@mantine/core';
import { useHealth } from '../data/use-health.ts';
import { partWords } from '../parts/part-words.ts';
import { useTexts } from '../texts/language.tsx';
import { todayTexts } from './texts.ts';

/** Whether all parts of the store work. If not, lists the parts that don't. */
export function ShopParts() {
  const t = useTexts(todayTexts);
  const tPart = useTexts(partWords);
  const down = useHealth();
  return (
    <Card component="section" withBorder aria-labelledby="parts">
      <Title order={2} size="h4" mb="xs" id="parts">
        {t('parts')}
      </Title>
      {down === undefined && <Text c="dimmed">{t('unknown')}</Text>}
      {down?.length === 0 && <Text>✓ {t('allWork')}</Text>}
      {down?.map((part) => (
        <Group key={part} gap="xs">
          <Text fw={600}>✗ {t('notWorking')}:</Text>
          <Text>{tPart(part)}</Text>
        </Group>
      ))}
    </Card>
  );
}
