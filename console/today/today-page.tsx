import { Stack, Title } from '@mantine/core';
import { useNow } from '../data/use-now.ts';
import { useFormat } from '../format/use-format.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { useTexts } from '../texts/language.tsx';
import { LowStock } from './low-stock.tsx';
import { OrdersByState } from './orders-by-state.tsx';
import { refreshEveryMs } from './refresh.ts';
import { Sales } from './sales.tsx';
import { ShopParts } from './shop-parts.tsx';
import { todayTexts } from './texts.ts';
import { WaitingLongest } from './waiting-longest.tsx';

/** The start page: orders by status, waiting orders, sales, low stock, and unavailable parts. */
export default function TodayPage() {
  const t = useTexts(todayTexts);
  const { dayOf } = useFormat();
  const now = useNow(refreshEveryMs);
  return (
    <Stack>
      <PageTitle title={t('title')} />
      <section aria-labelledby="by-state">
        <Title order={2} size="h4" mb="sm" id="by-state">
          {t('byState')}
        </Title>
        <OrdersByState />
      </section>
      <WaitingLongest now={now} />
      <Sales today={dayOf(now)} />
      <LowStock />
      <ShopParts />
    </Stack>
  );
}
