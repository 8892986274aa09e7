import { Group, Stack, Text } from '@mantine/core';
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
import { Figures } from './figures.tsx';
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
      <PageTitle title={t('today')} />
      <Figures now={now} />
      <ShopParts />
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
  const count = useOrderCount({ filters: { status: state } });
  return (
    <li>
      <Link href={`/orders?filters[status]=${state}`}>
        <StateBadge state={state} />
        <span className="figure">{count === undefined ? '…' : number(count)}</span>
      </Link>
    </li>
  );
}

/** One line while everything works. */
function ShopParts() {
  const t = useTexts(todayTexts);
  const tPart = useTexts(partWords);
  const health = useHealth();
  if (health === undefined) return null;
  const { isServing, down } = health;
  // The frame already reports a store that serves nothing.
  if (!isServing && down.length === 0) return null;
  if (down.length === 0)
    return (
      <Text size="sm" c="dimmed">
        <span aria-hidden>✓</span> {t('allWork')}
      </Text>
    );
  return (
    <Section title={t('attention')} gap="xs">
      {down.map((part) => (
        <Group key={part} gap="xs">
          <Text fw={600}>
            <span aria-hidden>✗</span> {t('notWorking')}:
          </Text>
          <Text>{tPart(part)}</Text>
        </Group>
      ))}
    </Section>
  );
}
