import { Alert, Button, Stack, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useIsOffline } from '../data/connection.ts';
import { MissingPage } from '../parts/missing-page.tsx';
import { SkeletonRows } from '../parts/skeleton-rows.tsx';
import { useTexts } from '../texts/language.tsx';
import { frameTexts } from './texts.ts';

/** While the connection is lost, explains the wait. */
export function PageLoading() {
  const t = useTexts(frameTexts);
  if (!useIsOffline()) return <SkeletonRows />;
  return (
    <Stack align="center" gap="xs" py="xl" role="status">
      <Text fw={600}>{t('offline')}</Text>
      <Text>{t('offlineMore')}</Text>
    </Stack>
  );
}

/** Catches rendering errors of a page. The React key is the page's path, so that another page starts without the error. */
export class PageBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}

/** Also shown if a file of the console is missing, because a new version was deployed meanwhile. */
function BrokenPage() {
  const t = useTexts(frameTexts);
  return (
    <Alert color="red" title={t('defect')}>
      <Stack align="flex-start">
        {t('defectMore')}
        <Button color="red" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      </Stack>
    </Alert>
  );
}

export function NotFoundPage() {
  const t = useTexts(frameTexts);
  return <MissingPage title={t('notFound')} href="/" back={t('notFoundMore')} />;
}
