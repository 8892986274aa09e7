import { Stack } from '@mantine/core';
import { Link } from 'wouter';
import type { OrderStatus } from '#clients/typescript/src/main.ts';
import { useNow } from '../data/use-now.ts';
import { useOrderCount } from '../data/use-order-count.ts';
import { useFormat } from '../format/use-format.ts';
import { HealthLine } from '../parts/health-line.tsx';
import { orderStates } from '../parts/order-words.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { useTexts } from '../texts/language.tsx';
import { Figures, noFigure } from './figures.tsx';
import { LowStock } from './low-stock.tsx';
import { Sales } from './sales.tsx';
import { todayTexts } from './texts.ts';
import { WaitingLongest } from './waiting-longest.tsx';
import './today.css';

export default function TodayPage() {
  const t = useTexts(todayTexts);
  const { dayOf } = useFormat();
  const now = useNow(15_000);
  const today = dayOf(now);
  return (
    <Stack>
      <PageTitle title={t('today')}>
        <HealthLine />
      </PageTitle>
      <Figures now={now} />
      <nav aria-label={t('byState')}>
        <ul className="state-bar plain-list">
          {orderStates.map((state) => (
            <StateCount key={state} state={state} />
          ))}
        </ul>
      </nav>
      <WaitingLongest now={now} />
      <LowStock />
      <Sales today={today} />
    </Stack>
  );
}

function StateCount({ state }: { state: OrderStatus }) {
  const { number } = useFormat();
  const { count, isLoading } = useOrderCount({ filters: { status: state } });
  return (
    <li>
      <Link href={`/orders?filters[status]=${state}`}>
        <StateBadge state={state} />
        <span className="figure">{count === undefined ? noFigure(isLoading) : number(count)}</span>
      </Link>
    </li>
  );
}
