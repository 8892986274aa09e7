import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { useTexts } from '../texts/language.tsx';
import { frameTexts } from './texts.ts';

export function NotFoundPage() {
  const t = useTexts(frameTexts);
  return (
    <>
      <PageTitle title={t('notFound')} />
      <EmptyState title={t('notFound')}>
        <Anchor component={Link} href="/">
          {t('notFoundMore')}
        </Anchor>
      </EmptyState>
    </>
  );
}
