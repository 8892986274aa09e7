import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { parts, useHealth } from '../data/use-health.ts';
import { useTexts } from '../texts/language.tsx';
import { healthTexts } from './texts.ts';
import './operations.css';

/** Shows which parts of the store work, and the consequences of each unavailable part. */
export function HealthCard() {
  const t = useTexts(healthTexts);
  const down = useHealth();
  if (down === undefined) return null;
  return (
    <Card withBorder component="section" aria-labelledby="health" padding="sm">
      <Stack gap="xs">
        <Title order={2} size="h4" id="health">
          {t('title')}
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} component="ul" className="parts">
          {parts.map((part) => {
            const isDown = down.includes(part);
            return (
              <li key={part} className="part" data-down={isDown}>
                <Text fw={600}>{t(part)}</Text>
                <Text size="sm">{isDown ? t('isDown') : t('works')}</Text>
                {isDown && <Text size="sm">{t(`${part}Down`)}</Text>}
              </li>
            );
          })}
        </SimpleGrid>
      </Stack>
    </Card>
  );
}
