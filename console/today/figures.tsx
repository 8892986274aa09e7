import { Anchor, Card, Group, SimpleGrid, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useOrderCount } from '../data/use-order-count.ts';
import { useSession } from '../data/session.tsx';
import { daysUpTo } from '../format/shop-format.ts';
import { shopClock } from '../format/shop-clock.ts';
import { useFormat } from '../format/use-format.ts';
import { FailedReads } from '../parts/failed-reads.tsx';
import { useTexts } from '../texts/language.tsx';
import { todayTexts } from './texts.ts';
import { averageOrder, linePoints, percentChange, sumUntil } from './trend.ts';
import { useSales, type Sales } from './use-sales.ts';

const toShip = 'confirmed,preparing';
const daysShown = 7;

/**
 * Compares today with yesterday up to the same time, because a comparison with the whole day would make every morning look bad.
 */
export function Figures({ now }: { now: Date }) {
  const t = useTexts(todayTexts);
  const { number, money, dayOf } = useFormat();
  const { time_zone: timeZone } = useSession();
  const today = dayOf(now);
  const [first = today] = daysUpTo(today, daysShown);
  const [yesterday = today] = daysUpTo(today, 2);
  const [hour = 0, minute = 0] = shopClock(now.toISOString(), timeZone).slice(11, 16).split(':').map(Number);
  const hours = useSales('hour', { from: today, to: today });
  const hoursBefore = useSales('hour', { from: yesterday, to: yesterday });
  const days = useSales('day', { from: first, to: today });
  const waiting = useOrderCount({ filters: { status: toShip } });
  const sums = sumOf(hours, 24);
  const before = sumOf(hoursBefore, hour + minute / 60);
  return (
    <section aria-labelledby="came-in">
      <Title order={2} className="unseen" id="came-in">
        {t('cameInToday')}
      </Title>
      <FailedReads of={[hours, hoursBefore, days, waiting]} />
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <Tile
          name={t('cameInToday')}
          value={sums ? number(sums.orders) : noFigure(hours.isLoading)}
          change={sums && before && percentChange(sums.orders, before.orders)}
          line={days.rows.map(({ orders }) => orders)}
        />
        <Tile
          name={t('orderValue')}
          value={sums ? money(sums.total) : noFigure(hours.isLoading)}
          change={sums && before && percentChange(sums.total, before.total)}
          line={days.rows.map(({ total }) => Math.max(0, total))}
        />
        <Tile
          name={t('average')}
          value={sums ? money(averageOrder(sums)) : noFigure(hours.isLoading)}
          change={sums && before && percentChange(averageOrder(sums), averageOrder(before))}
        />
        <Tile
          name={t('toShip')}
          value={
            waiting.count === undefined ? (
              noFigure(waiting.isLoading)
            ) : (
              <Anchor component={Link} href={`/orders?filters[status]=${toShip}&sort=id`} inherit>
                {number(waiting.count)}
              </Anchor>
            )
          }
        />
      </SimpleGrid>
    </section>
  );
}

/** The sums of the day's hours up to `time`. Undefined without rows. */
function sumOf({ rows }: Sales, time: number): ReturnType<typeof sumUntil> | undefined {
  return rows.length === 0 ? undefined : sumUntil(rows, time);
}

/** The text in place of a figure that is loading, or that could not be loaded. */
export function noFigure(isLoading: boolean): string {
  return isLoading ? '…' : '—';
}

interface TileProps {
  name: string;
  value: ReactNode;
  change?: number | undefined;
  line?: readonly number[];
}

const box = { width: 80, height: 24 };

function Tile({ name, value, change, line = [] }: TileProps) {
  return (
    <Card withBorder padding="sm" className="today-tile">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Group justify="space-between" align="center" wrap="nowrap" gap="xs">
        <Text fw={600} size="xl" className="figure">
          {value}
        </Text>
        {line.length > 0 && (
          <svg className="today-line" width={box.width} height={box.height} aria-hidden focusable={false}>
            <polyline points={linePoints(line, box)} />
          </svg>
        )}
      </Group>
      <Change percent={change} />
    </Card>
  );
}

function Change({ percent }: { percent: number | undefined }) {
  const t = useTexts(todayTexts);
  const { number } = useFormat();
  if (percent === undefined) return null;
  if (percent === 0)
    return (
      <Text size="xs" c="dimmed">
        {t('sameAsYesterday')}
      </Text>
    );
  const isMore = percent > 0;
  return (
    <Text size="xs" c="dimmed">
      <span className="today-change" data-more={isMore} aria-hidden>
        {isMore ? '▲' : '▼'}
      </span>{' '}
      {t(isMore ? 'moreThanYesterday' : 'lessThanYesterday', { percent: `${number(Math.abs(percent))}%` })}
    </Text>
  );
}
