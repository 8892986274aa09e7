import { put, read, type Reads, type ResourceContract } from '../kit/define.ts';
import { list, nullable, object, required, sometimes } from '../kit/fields.ts';
import { httpsUrl, text, word } from '../kit/field-kinds.ts';
import * as s from '../kit/resource-schema.ts';
import { addressReads } from './addresses.ts';
import { catalogReads } from './catalog-service.ts';
import { inventoryReads } from './inventory.ts';
import { orderItemReads } from './order-items.ts';
import { orderReads } from './orders.ts';
import { paymentReads } from './payments.ts';
import { returnReads } from './returns.ts';
import { userReads } from './users.ts';

const shopTextsSchema = s.named('ShopTexts', {
  name: s.orNull(s.text),
  address: s.orNull(s.text),
  footer: s.orNull(s.text),
});

const reasonTemplateSchema = s.named('ReasonTemplate', { en: s.text, ar: s.text });

export const shopSettingsSchema = s.named('ShopSettings', {
  name: s.orNull(s.text),
  address: s.orNull(s.text),
  footer: s.orNull(s.text, 'The last lines of slips and invoices.'),
  tax_number: s.orNull(s.text),
  phone: s.orNull(s.text),
  logo_url: s.orNull(s.text, 'The address of the shop’s logo, which the console shows.'),
  en: shopTextsSchema,
  ar: shopTextsSchema,
  reason_templates: s.arrayOf(
    reasonTemplateSchema,
    'Frequent reasons for rejecting or cancelling orders, to choose from.',
  ),
  currency: s.described(
    s.text,
    'The ISO 4217 currency of every amount: STORE_CURRENCY. Cannot be changed here.',
  ),
  currency_decimals: s.described(s.count, 'Decimals of its amounts: 2 for USD, 0 for JPY, 3 for KWD.'),
  time_zone: s.described(
    s.text,
    'The IANA time zone of dates without an offset: STORE_TIME_ZONE. Cannot be changed here.',
  ),
  updated_at: s.orNull(s.moment, 'null: nothing is set yet.'),
});

/** The lists that saved views can show, named after their paths. */
export const viewedLists: readonly string[] = [
  ...adminLists({
    ...orderReads,
    ...orderItemReads,
    ...catalogReads,
    ...userReads,
    ...addressReads,
    ...inventoryReads,
    ...paymentReads,
    ...returnReads,
  }),
  'operations',
];
const viewedListSchema: s.SchemaOf<string> = { type: 'string', enum: viewedLists };

function adminLists(reads: Reads): string[] {
  const lists = Object.entries(reads).filter(
    ([id, { list, scope }]) => list && scope === 'admin:read' && id.endsWith('.list'),
  );
  return lists.map(([id]) => id.replace(/\.list$/, ''));
}

const savedViewSchema = s.named('SavedView', {
  name: s.text,
  list: viewedListSchema,
  query: s.orNull(s.text, 'null: the list as it is.'),
});

export const savedViewsSchema = s.named('SavedViews', {
  views: s.arrayOf(savedViewSchema),
  updated_at: s.orNull(s.moment, 'null: none was saved yet.'),
});

const maxReasonTemplates = 50;
const maxSavedViews = 50;

export const shopTextsChange = () =>
  object({
    name: nullable(text({ max: 255 })),
    address: nullable(text({ max: 500 })),
    footer: nullable(text({ max: 1000 })),
  });

/** The reason in a template has the same limit as a reason on an order. */
const reason = () => required(text({ max: 500 }));
export const reasonTemplate = () => object({ en: reason(), ar: reason() });

export const savedView = () =>
  object({
    name: required(text({ max: 80 })),
    list: required(word(viewedLists)),
    query: nullable(
      text({ max: 2000 }),
      'The query of the list’s URL: `filters[status]=pending&sort=created_at`. Kept unchanged.',
    ),
  });

export const settingsContract = {
  sections: {
    'Admin settings': 'The name of the shop, the texts on its slips, and the saved views of its staff.',
  },
  reads: {
    'settings.read': read('/api/admin/settings', {
      summary: 'Read the settings of the shop',
      description: [
        'The shop’s details for slips and invoices, its currency and its time zone. `name`, `address` and `footer` are in the',
        'language of the request; `en` and `ar` hold both. Values that are not set are null; `reason_templates` begins with a few.',
      ].join(' '),
      impersonal: true,
      composed: true,
      answers: shopSettingsSchema,
    }),
    'saved-views.read': read('/api/admin/settings/views', {
      summary: 'Read your saved views',
      description: 'Saved lists with their filters. Each token’s subject has its own.',
      perCaller: true,
      answers: savedViewsSchema,
    }),
  },
  writes: {
    'settings.update': put('/api/admin/settings', {
      summary: 'Change the settings of the shop',
      description:
        'Send the fields that change; a single text of one language is enough. `reason_templates` is replaced as a whole.',
      composed: true,
      body: object({
        en: sometimes(shopTextsChange()),
        ar: sometimes(shopTextsChange()),
        tax_number: nullable(text({ max: 64 })),
        phone: nullable(text({ max: 32 })),
        logo_url: nullable(httpsUrl()),
        reason_templates: sometimes(list(reasonTemplate(), { max: maxReasonTemplates })),
      }),
      // Version 2 added `logo_url`: a worker that does not know `logo_url` would leave it out of the response.
      version: 2,
      answers: shopSettingsSchema,
      example: {
        en: { name: 'Corner Coffee', address: '12 Rainbow Street, Amman', footer: 'Thank you!' },
        ar: { name: 'قهوة الزاوية', address: 'شارع الرينبو ١٢، عمّان', footer: 'شكرا لكم!' },
        tax_number: '100-200-300',
        phone: '+962 6 500 0000',
        logo_url: 'https://shop.example.com/logo.svg',
        reason_templates: [{ en: 'The customer changed their mind', ar: 'غيّر العميل رأيه' }],
      },
    }),
    'saved-views.update': put('/api/admin/settings/views', {
      summary: 'Replace your saved views',
      description: 'Replaces the saved views. Send all of them, in the order in which to show them.',
      perCaller: true,
      body: object({ views: sometimes(list(savedView(), { max: maxSavedViews })) }),
      answers: savedViewsSchema,
      example: {
        views: [
          { name: 'To be confirmed', list: 'orders', query: 'filters[status]=pending&sort=created_at' },
        ],
      },
    }),
  },
} satisfies ResourceContract;
