import { useMemo } from 'react';
import { useSession } from '../data/session.tsx';
import { useLanguage } from '../texts/language.tsx';
import { createShopFormat, type ShopFormat } from './shop-format.ts';

export function useFormat(): ShopFormat {
  const { currency, time_zone: timeZone } = useSession();
  const { language } = useLanguage();
  return useMemo(() => createShopFormat({ currency, timeZone }, language), [currency, timeZone, language]);
}
