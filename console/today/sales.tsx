import { Anchor, Group, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { OrderStatisticsRow } from '#clients/typescript/src/main.ts';
import { daysUpTo, firstOfMonths } from '../format/shop-format.ts';
import { useFormat } from '../format/use-format.ts';
import { Bars, type Bar } from '../parts/bars.tsx';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { FailedReads } from '../parts/failed-reads.tsx';
import { Section } from '../parts/section.tsx';
import { Segments } from '../parts/segments.tsx';
import { Money, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { todayTexts } from './texts.ts';
import { useSales, type Sales as SalesRead } from './use-sales.ts';

const daysShown = 7;
const monthsShown = 12;
const productsShown = 5;

type Shown = 'orders' | 'sold';
type Period = 'days' | 'months';

export function Sales({ today }: { today: string }) {
  const t = useTexts(todayTexts);
  const [shown, setShown] = useState<Shown>('orders');
  const [period, setPeriod] = useState<Period>('days');
  const [first = today] = period === 'days' ? daysUpTo(today, daysShown) : firstOfMonths(today, monthsShown);
  const range = { from: first, to: today };
  const hours = useSales('hour', { from: today, to: today });
  const dates = useSales(period === 'days' ? 'day' : 'month', range);
  const products = useSales('product', range);
  const best = products.rows.slice(0, productsShown);
  return (
    <Section
      title={t('sales')}
      gap="sm"
      aside={
        <Group gap="xs">
          <Segments
            size="sm"
            label={t('period')}
            value={period}
            change={setPeriod}
            options={[
              { value: 'days', label: t('days', { count: daysShown }) },
              { value: 'months', label: t('months', { count: monthsShown }) },
            ]}
          />
          <Segments
            size="sm"
            label={t('barsShow')}
            value={shown}
            change={setShown}
            options={[
              { value: 'orders', label: t('orders') },
              { value: 'sold', label: t('orderValue') },
            ]}
          />
        </Group>
      }
    >
      <FailedReads of={[hours, dates, products]} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Hours sales={hours} shown={shown} />
        {period === 'days' ? <Days sales={dates} shown={shown} /> : <Months sales={dates} shown={shown} />}
      </SimpleGrid>
      {best.length > 0 && <BestSellers rows={best} />}
    </Section>
  );
}

function BestSellers({ rows }: { rows: readonly OrderStatisticsRow[] }) {
  const t = useTexts(todayTexts);
  const { number } = useFormat();
  const columns: Column<OrderStatisticsRow>[] = [
    {
      key: 'product',
      title: t('product'),
      isPlain: true,
      cell: ({ key, name }) => (
        <Anchor component={Link} href={`/catalogue/products/${key}`}>
          <Name>{name ?? key}</Name>
        </Anchor>
      ),
    },
    { key: 'units', title: t('sold'), isFigure: true, cell: ({ items }) => number(items) },
    { key: 'value', title: t('orderValue'), isFigure: true, cell: ({ total }) => <Money amount={total} /> },
  ];
  return (
    <div>
      <Text fw={600}>{t('bestSellers')}</Text>
      <DataTable caption={t('bestSellers')} columns={columns} rows={rows} idOf={({ key }) => key} />
    </div>
  );
}

interface DatedProps {
  sales: SalesRead;
  shown: Shown;
}

function Hours({ sales, shown }: DatedProps) {
  const t = useTexts(todayTexts);
  const barOf = useBar(shown);
  return (
    <Chart
      label={t('byHour')}
      sales={sales}
      barOf={(row) => {
        const clock = `${row.key.padStart(2, '0')}:00`;
        const bar = barOf(row, clock);
        // Hourly bars are too narrow for amounts.
        return {
          ...bar,
          mark: Number(row.key) % 6 === 0 ? clock : '',
          ...(shown === 'sold' && { shown: '' }),
        };
      }}
    />
  );
}

function Days({ sales, shown }: DatedProps) {
  const t = useTexts(todayTexts);
  const { calendarDay, weekday } = useFormat();
  const barOf = useBar(shown);
  return (
    <Chart
      label={t('lastDays', { count: daysShown })}
      sales={sales}
      barOf={(row) => ({
        ...barOf(row, calendarDay(row.key)),
        mark: weekday(row.key),
        href: `/orders?filters[created_at]=${row.key}`,
      })}
    />
  );
}

function Months({ sales, shown }: DatedProps) {
  const t = useTexts(todayTexts);
  const { calendarMonth } = useFormat();
  const barOf = useBar(shown);
  return (
    <Chart
      label={t('lastMonths', { count: monthsShown })}
      sales={sales}
      barOf={(row) => ({
        ...barOf(row, calendarMonth(row.key)),
        // Shows the month's number, because names of months are too wide for a phone.
        mark: String(Number(row.key.slice(5))),
      })}
    />
  );
}

interface ChartProps {
  label: string;
  sales: SalesRead;
  barOf: (row: OrderStatisticsRow) => Bar;
}

function Chart({ label, sales: { rows, isLoading }, barOf }: ChartProps) {
  return (
    <div>
      <Text fw={600}>{label}</Text>
      <Bars label={label} isLoading={isLoading} bars={rows.map(barOf)} />
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
