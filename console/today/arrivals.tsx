import { Card, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { daysUpTo } from '../format/shop-format.ts';
import { useFormat } from '../format/use-format.ts';
import { Bars } from '../parts/bars.tsx';
import { useTexts } from '../texts/language.tsx';
import { todayTexts } from './texts.ts';
import { useDayCounts } from './use-day-counts.ts';
import { useOrderCount } from './use-order-count.ts';
import { mostArrivals, useTodaysOrders } from './use-todays-orders.ts';

const daysShown = 7;

/** What came in: today's figure beside yesterday's, by hour, and the days before. */
export function Arrivals({ today }: { today: string }) {
  const t = useTexts(todayTexts);
  const { number } = useFormat();
  const { count: todays } = useOrderCount({ created_at: today });
  const [yesterday = today] = daysUpTo(today, 2);
  const { count: yesterdays } = useOrderCount({ created_at: yesterday }, { isPast: true });
  return (
    <Card component="section" withBorder aria-labelledby="came-in">
      <Group gap="lg" align="baseline" mb="sm">
        <Title order={2} size="h4" id="came-in">
          {t('cameInToday')}
        </Title>
        <Text fw={700} size="2rem" lh={1} className="figure">
          {todays === undefined ? '…' : number(todays)}
        </Text>
        <Text c="dimmed">{t('yesterday', { count: yesterdays ?? '…' })}</Text>
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Hours today={today} />
        <Days today={today} />
      </SimpleGrid>
    </Card>
  );
}

function Hours({ today }: { today: string }) {
  const t = useTexts(todayTexts);
  const { hourOf } = useFormat();
  const read = useTodaysOrders(today);
  const arrivals = read ?? [];
  const counts = Array.from({ length: 24 }, () => 0);
  for (const { at } of arrivals) counts[hourOf(at)] = (counts[hourOf(at)] ?? 0) + 1;
  const label = arrivals.length < mostArrivals ? t('byHour') : t('byHourOfNewest', { count: mostArrivals });
  return (
    <div>
      <Text fw={600}>{label}</Text>
      <Bars
        label={label}
        isLoading={read === undefined}
        bars={counts.map((value, hour) => {
          const clock = `${String(hour).padStart(2, '0')}:00`;
          return {
            key: clock,
            mark: hour % 6 === 0 ? clock : '',
            value,
            says: `${clock}: ${t('orders', { count: value })}`,
          };
        })}
      />
    </div>
  );
}

function Days({ today }: { today: string }) {
  const t = useTexts(todayTexts);
  const { calendarDay } = useFormat();
  const { days, isLoading } = useDayCounts(daysUpTo(today, daysShown), today);
  const label = t('lastDays', { count: daysShown });
  return (
    <div>
      <Text fw={600}>{label}</Text>
      <Bars
        label={label}
        isLoading={isLoading}
        bars={days.map(({ day, count }) => ({
          key: day,
          mark: String(Number(day.slice(8))),
          value: count,
          says: `${calendarDay(day)}: ${t('orders', { count })}`,
          href: `/orders?filters[created_at]=${day}`,
        }))}
      />
    </div>
  );
}
