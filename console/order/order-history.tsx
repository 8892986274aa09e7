import { Stack, Text, Title } from '@mantine/core';
import type { Order } from '#clients/typescript/src/main.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { Moment, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { authorName } from './author-name.ts';
import { orderTexts } from './texts.ts';

/** Who moved the order where, and why; the last move first. */
export function OrderHistory({ order }: { order: Order }) {
  const t = useTexts(orderTexts);
  return (
    <Stack gap="sm" component="section" aria-label={t('history')}>
      <Title order={2} size="h4">
        {t('history')}
      </Title>
      <ol className="order-history">
        {order.history.toReversed().map(({ at, by, to, reason }) => (
          <li key={`${at} ${to}`}>
            <StateBadge state={to} /> <Moment at={at} style="moment" /> ·{' '}
            {t('by', { by: authorName(by, order) })}
            {reason !== null && (
              <Text>
                <Name>{reason}</Name>
              </Text>
            )}
          </li>
        ))}
      </ol>
    </Stack>
  );
}
