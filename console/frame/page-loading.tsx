import { Loader, Stack, Text } from '@mantine/core';
import { useConnection } from '../data/connection.ts';
import { useTexts } from '../texts/language.tsx';
import { frameTexts } from './texts.ts';

/** While the code of a page is loaded: also why it is not there yet. */
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
