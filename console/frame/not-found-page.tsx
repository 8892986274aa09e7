import { MissingPage } from '../parts/missing-page.tsx';
import { useTexts } from '../texts/language.tsx';
import { frameTexts } from './texts.ts';

export function NotFoundPage() {
  const t = useTexts(frameTexts);
  return <MissingPage title={t('notFound')} text={t('notFound')} href="/" back={t('notFoundMore')} />;
}
