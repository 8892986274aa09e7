import { changed, matchVersion, withoutUndefined } from '#shared/engine/decide/versioned-record.ts';
import { checksFirst } from '#shared/engine/decide/handler.ts';
import type { shopSettingsSchema } from '#shared/contracts/endpoints/settings.ts';
import type { StoreUnits } from '#shared/contracts/kit/fields.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { shopSettingsId, type OrdersHandler, type ShopSettings } from '../records/tables.ts';

const noTexts = { name: null, address: null, footer: null };

/** The default settings, until an admin changes them. */
export const unsetSettings: ShopSettings = {
  _id: shopSettingsId,
  version: 0,
  en: noTexts,
  ar: noTexts,
  tax_number: null,
  phone: null,
  logo_url: null,
  reason_templates: [
    { en: 'Out of stock', ar: 'نفدت الكمية' },
    { en: 'The customer cancelled', ar: 'ألغى العميل الطلب' },
    { en: 'The customer cannot be reached', ar: 'تعذّر الوصول إلى العميل' },
    { en: 'We do not deliver to this address', ar: 'لا نوصل إلى هذا العنوان' },
    { en: 'Ordered twice', ar: 'طلب مكرر' },
  ],
  created_at: '',
  updated_at: '',
};

export function settingsResource(
  settings: ShopSettings,
  language: Language,
  { currency, currencyDecimals, timeZone }: StoreUnits,
): Shown<typeof shopSettingsSchema> {
  const { en, ar, tax_number, phone, logo_url = null, reason_templates, updated_at } = settings;
  const { name, address, footer } = settings[language];
  return {
    name,
    address,
    footer,
    tax_number,
    phone,
    logo_url,
    en: { name: en.name, address: en.address, footer: en.footer },
    ar: { name: ar.name, address: ar.address, footer: ar.footer },
    reason_templates: reason_templates.map((template) => ({ en: template.en, ar: template.ar })),
    currency,
    currency_decimals: currencyDecimals,
    time_zone: timeZone,
    updated_at: updated_at === '' ? null : updated_at,
  };
}

/** The body may have any subset of the fields, even one field in one language. */
export function updateSettings(units: StoreUnits): OrdersHandler<'settings.update'> {
  return checksFirst({
    needs: () => ({ settings: [shopSettingsId] }),
    check: ({ settings }, command) => {
      const kept = settings.get(shopSettingsId) ?? unsetSettings;
      matchVersion(command, kept);
      return kept;
    },
    decide: (before, command, { now }) => {
      const { en, ar, ...values } = command.body;
      const change = {
        ...withoutUndefined(values),
        ...(en && { en: { ...before.en, ...withoutUndefined(en) } }),
        ...(ar && { ar: { ...before.ar, ...withoutUndefined(ar) } }),
      };
      const settings = firstKept(before, changed(before, change, now));
      return {
        answer: {
          status: 200,
          version: settings.version,
          data: settingsResource(settings, command.language, units),
          language: command.language,
        },
        changes: settings === before ? [] : [{ table: 'settings', put: settings }],
        events: [],
      };
    },
  });
}

/** If the record is stored for the first time, sets `created_at`. */
export function firstKept<R extends { version: number; created_at: string; updated_at: string }>(
  before: R,
  after: R,
): R {
  return before.version === 0 && after !== before ? { ...after, created_at: after.updated_at } : after;
}
