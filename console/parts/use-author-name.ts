import { useTexts } from '../texts/language.tsx';
import { timelineTexts } from './timeline-texts.ts';

/** The display name for a change's author: `admin:front-desk` becomes “front-desk”, and `client:7` “customer 7”. */
export function useAuthorName(): (by: string | undefined) => string {
  const t = useTexts(timelineTexts);
  return (by) => {
    if (by === undefined) return t('unknown');
    const [, area, subject = ''] = /^(admin|client):(.*)$/s.exec(by) ?? [];
    if (area === undefined) return by;
    return area === 'client' ? t('byCustomer', { id: subject }) : subject;
  };
}
