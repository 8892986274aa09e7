import { shopClock } from '../format/shop-clock.ts';
import { createShopFormat, lineTotal, type Shop } from '../format/shop-format.ts';

/** Formats figures and times so that readers of both languages understand them alike. */
export interface SlipFormat {
  money: (amount: number) => string;
  moment: (iso: string) => string;
  /** A city and its country, with the comma of the city's script. */
  place: (city: string, country: string) => string;
  lineTotal: (line: { amount: number; main_price: number; discount_amount: number }) => string;
}

export function createSlipFormat(shop: Shop): SlipFormat {
  const { plainMoney, place } = createShopFormat(shop, 'en');
  const { place: arabicPlace } = createShopFormat(shop, 'ar');
  const money = (amount: number) => `${plainMoney(amount)} ${shop.currency}`;
  return {
    money,
    moment: (iso) => shopClock(iso, shop.timeZone).replace('T', ' '),
    place: (city, country) => (/\p{Script=Arabic}/u.test(city) ? arabicPlace : place)(city, country),
    lineTotal: (line) => money(lineTotal(line, shop.decimals)),
  };
}
