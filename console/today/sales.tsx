import { Card, Group, SegmentedControl, SimpleGrid, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { OrderStatisticsRow } from '#clients/typescript/src/main.ts';
import { daysUpTo } from '../format/shop-format.ts';
import { useFormat } from '../format/use-format.ts';
import { Bars, type Bar } from '../parts/bars.tsx';
import { useTexts } from '../texts/language.tsx';
import { todayTexts } from './texts.ts';
import { useSales, type SalesRows } from './use-sales.ts';

const daysShown = 7;

type Shown = 'orders' | 'sold';

export function Sales({ today }: { today: string }) {
  const t = useTexts(todayTexts);
  const [shown, setShown] = useState<Shown>('orders');
  const [first = today] = daysUpTo(today, daysShown);
  const hours = useSales('hour', { from: today, to: today });
  const days = useSales('day', { from: first, to: today });
  return (
    <Card component="section" withBorder aria-labelledby="sales">
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2} size="h4" id="sales">
          {t('trend')}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('barsShow')}
          value={shown}
          onChange={(value) => setShown(value)}
          data={[
            { value: 'orders', label: t('orders') },
            { value: 'sold', label: t('orderValue') },
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

function Hours({ rows, shown }: { rows: SalesRows; shown: Shown }) {
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

function Days({ rows, shown }: { rows: SalesRows; shown: Shown }) {
  const t = useTexts(todayTexts);
  const { calendarDay, weekday } = useFormat();
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
          mark: weekday(row.key),
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
