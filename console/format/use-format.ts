import { useSession } from '../data/session.tsx';
import type { Language } from '../texts/define-texts.ts';
import { useLanguage } from '../texts/language.tsx';
import { createShopFormat, type Shop, type ShopFormat } from './shop-format.ts';

export function useFormat(): ShopFormat {
  const { currency, decimals, time_zone: timeZone } = useSession();
  const { language } = useLanguage();
  return formatFor({ currency, decimals, timeZone }, language);
}

/** Shared by all components, because creating a format takes about a millisecond and a list shows hundreds of amounts. */
const formats = new Map<string, ShopFormat>();

function formatFor(shop: Shop, language: Language): ShopFormat {
  const key = [shop.currency, shop.decimals, shop.timeZone, language].join();
  const format = formats.get(key) ?? createShopFormat(shop, language);
  formats.set(key, format);
  return format;
}
