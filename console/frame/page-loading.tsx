import { Loader, Stack, Text } from '@mantine/core';
import { useConnection } from '../data/connection.ts';
import { useTexts } from '../texts/language.tsx';
import { frameTexts } from './texts.ts';

/** Shown while a page's code loads. Without a connection, it explains the wait. */
export function PageLoading() {
  const t = useTexts(frameTexts);
  if (useConnection() === 'there') return <Loader />;
  return (
    <Stack align="center" gap="xs" py="xl" role="status">
      <Text fw={600}>{t('offline')}</Text>
      <Text>{t('offlineMore')}</Text>
    </Stack>
  );
}
