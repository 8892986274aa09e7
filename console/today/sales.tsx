import { Card, Group, SegmentedControl, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminStatisticsOrders, type OrderStatisticsRow } from '#clients/typescript/src/main.ts';
import { useClient } from '../data/client.tsx';
import { useRefreshPace } from '../data/use-live.ts';
import { daysUpTo } from '../format/shop-format.ts';
import { useFormat } from '../format/use-format.ts';
import { Bars, type Bar } from '../parts/bars.tsx';
import { useTexts } from '../texts/language.tsx';
import { todayTexts } from './texts.ts';

const daysShown = 7;

type Shown = 'orders' | 'sold';
type Rows = readonly OrderStatisticsRow[] | undefined;

export function Sales({ today }: { today: string }) {
  const t = useTexts(todayTexts);
  const [shown, setShown] = useState<Shown>('orders');
  const [first = today] = daysUpTo(today, daysShown);
  const hours = useSales('hour', { from: today, to: today });
  const days = useSales('day', { from: first, to: today });
  return (
    <Card component="section" withBorder aria-labelledby="came-in">
      <Group justify="space-between" align="baseline" mb="sm">
        <Figures days={days} />
        <SegmentedControl
          size="xs"
          aria-label={t('barsShow')}
          value={shown}
          onChange={(value) => setShown(value)}
          data={[
            { value: 'orders', label: t('orders') },
            { value: 'sold', label: t('soldShown') },
          ]}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Hours rows={hours} shown={shown} />
        <Days rows={days} shown={shown} />
      </SimpleGrid>
    </Card>
  );
}

/** Returns one row per hour or day, from the first day through the last. Undefined while loading. */
function useSales(by: 'hour' | 'day', created: { from: string; to: string }): Rows {
  const client = useClient();
  const sales = useQuery({
    queryKey: ['orders', 'count', 'sales', by, created],
    queryFn: async ({ signal }) => {
      const query = { by, filters: { created_at: created } };
      return (await adminStatisticsOrders({ client, query, signal })).data;
    },
    refetchInterval: useRefreshPace(),
  });
  return sales.data;
}

function Figures({ days }: { days: Rows }) {
  const t = useTexts(todayTexts);
  const { number, money } = useFormat();
  const [today, yesterday] = [days?.at(-1), days?.at(-2)];
  return (
    <Group gap="lg" align="baseline">
      <Title order={2} size="h4" id="came-in">
        {t('cameInToday')}
      </Title>
      <Text fw={700} size="2rem" lh={1} className="figure">
        {today ? number(today.orders) : '…'}
      </Text>
      <Text c="dimmed">{t('yesterday', { count: yesterday ? number(yesterday.orders) : '…' })}</Text>
      <Text fw={600}>{t('soldToday', { amount: today ? money(today.total) : '…' })}</Text>
      <Text c="dimmed">{t('yesterday', { count: yesterday ? money(yesterday.total) : '…' })}</Text>
    </Group>
  );
}

function Hours({ rows, shown }: { rows: Rows; shown: Shown }) {
  const t = useTexts(todayTexts);
  const barOf = useBar(shown);
  return (
    <div>
      <Text fw={600}>{t('byHour')}</Text>
      <Bars
        label={t('byHour')}
        isLoading={rows === undefined}
        bars={(rows ?? []).map((row) => {
          const clock = `${row.key.padStart(2, '0')}:00`;
          const bar = barOf(row, clock);
          // Hourly bars are too narrow to show amounts.
          return {
            ...bar,
            mark: Number(row.key) % 6 === 0 ? clock : '',
            ...(shown === 'sold' && { shown: '' }),
          };
        })}
      />
    </div>
  );
}

function Days({ rows, shown }: { rows: Rows; shown: Shown }) {
  const t = useTexts(todayTexts);
  const { calendarDay } = useFormat();
  const barOf = useBar(shown);
  const label = t('lastDays', { count: daysShown });
  return (
    <div>
      <Text fw={600}>{label}</Text>
      <Bars
        label={label}
        isLoading={rows === undefined}
        bars={(rows ?? []).map((row) => ({
          ...barOf(row, calendarDay(row.key)),
          mark: String(Number(row.key.slice(8))),
          href: `/orders?filters[created_at]=${row.key}`,
        }))}
      />
    </div>
  );
}

function useBar(shown: Shown): (row: OrderStatisticsRow, when: string) => Omit<Bar, 'mark' | 'href'> {
  const t = useTexts(todayTexts);
  const { money, shortNumber, list } = useFormat();
  return (row, when) => ({
    key: row.key,
    value: Math.max(0, shown === 'orders' ? row.orders : row.total),
    ...(shown === 'sold' && { shown: row.total > 0 ? shortNumber(row.total) : '' }),
    says: `${when}: ${list([t('orderCount', { count: row.orders }), money(row.total)])}`,
  });
}
