import { Skeleton, Stack } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';
import { partTexts } from './texts.ts';

const rows = 8;

/** Shown in place of rows that are loading. So the page does not jump when the rows arrive. */
export function SkeletonRows() {
  const t = useTexts(partTexts);
  return (
    <Stack gap="sm" aria-busy role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} h={24} />
      ))}
    </Stack>
  );
}
