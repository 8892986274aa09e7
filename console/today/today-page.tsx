import { Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { OrderStatus } from '#clients/typescript/src/main.ts';
import { useHealth } from '../data/use-health.ts';
import { useNow } from '../data/use-now.ts';
import { useOrderCount } from '../data/use-order-count.ts';
import { useFormat } from '../format/use-format.ts';
import { orderStates } from '../parts/order-words.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { partWords } from '../parts/part-words.ts';
import { Section } from '../parts/section.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { useTexts } from '../texts/language.tsx';
import { LowStock } from './low-stock.tsx';
import { Sales } from './sales.tsx';
import { todayTexts } from './texts.ts';
import { WaitingLongest } from './waiting-longest.tsx';

export default function TodayPage() {
  const t = useTexts(todayTexts);
  const { dayOf } = useFormat();
  const now = useNow(15_000);
  return (
    <Stack>
      <PageTitle title={t('today')} />
      <section aria-labelledby="by-state">
        <Title order={2} size="h4" mb="sm" id="by-state">
          {t('byState')}
        </Title>
        <SimpleGrid cols={{ base: 2, sm: 4, lg: 8 }} spacing="sm">
          {orderStates.map((state) => (
            <StateCount key={state} state={state} />
          ))}
        </SimpleGrid>
      </section>
      <WaitingLongest now={now} />
      <Sales today={dayOf(now)} />
      <LowStock />
      <ShopParts />
    </Stack>
  );
}

function StateCount({ state }: { state: OrderStatus }) {
  const { number } = useFormat();
  const total = useOrderCount({ filters: { status: state } });
  return (
    <Card component={Link} href={`/orders?filters[status]=${state}`} withBorder padding="sm">
      <Text component="span" size="xl" fw={700} className="figure">
        {total === undefined ? '…' : number(total)}
      </Text>
      <div>
        <StateBadge state={state} />
      </div>
    </Card>
  );
}

function ShopParts() {
  const t = useTexts(todayTexts);
  const tPart = useTexts(partWords);
  const down = useHealth();
  return (
    <Section title={t('parts')} gap="xs">
      {down === undefined && <Text c="dimmed">{t('unknown')}</Text>}
      {down?.length === 0 && <Text>✓ {t('allWork')}</Text>}
      {down?.map((part) => (
        <Group key={part} gap="xs">
          <Text fw={600}>✗ {t('notWorking')}:</Text>
          <Text>{tPart(part)}</Text>
        </Group>
      ))}
    </Section>
  );
}
