import { useMemo } from 'react';
import { useSession } from '../data/session.tsx';
import { useLanguage } from '../texts/language.tsx';
import { createShopFormat, type ShopFormat } from './shop-format.ts';

/** Formats money, numbers and times by the shop's settings, in the chosen language. */
export function useFormat(): ShopFormat {
  const { currency, time_zone: timeZone } = useSession();
  const { language } = useLanguage();
  return useMemo(() => createShopFormat({ currency, timeZone }, language), [currency, timeZone, language]);
}
