import { Stack, Title } from '@mantine/core';
import { PageTitle } from '../parts/page-title.tsx';
import { useTexts } from '../texts/language.tsx';
import { OrdersByState } from './orders-by-state.tsx';
import { todayTexts } from './texts.ts';

/** What waits, what came in, and what does not work. */
export default function TodayPage() {
  const t = useTexts(todayTexts);
  return (
    <Stack>
      <PageTitle title={t('title')} />
      <section aria-labelledby="by-state">
        <Title order={2} size="h4" mb="sm" id="by-state">
          {t('byState')}
        </Title>
        <OrdersByState />
      </section>
    </Stack>
  );
}
