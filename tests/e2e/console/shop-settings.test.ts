import { describe, expect, test } from '@jest/globals';

import type { savedViewsSchema, shopSettingsSchema } from '#shared/contracts/endpoints/settings.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { sharedStore } from '../../support/store-access.ts';
import { admin, auditor, withToken } from '../support/callers.ts';
import { uniqueWord } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';

type ShopSettings = Shown<typeof shopSettingsSchema>;
type SavedViews = Shown<typeof savedViewsSchema>;

const settings = '/api/admin/settings';
const views = '/api/admin/settings/views';

describe('shop settings', () => {
  test('shop settings are stored in English and Arabic, and returned in the language of the request', async () => {
    const name = uniqueWord('Corner ');
    const written = await admin.put<ShopSettings>(settings, {
      en: { name, address: '12 Rainbow Street\nAmman', footer: 'Thank you!' },
      ar: { name: `زاوية ${name}`, address: 'شارع الرينبو ١٢', footer: 'شكرا لكم!' },
      tax_number: '100-200-300',
      phone: '+962 6 500 0000',
    });
    expect(written.status).toBe(200);
    expect(written.data).toMatchObject({ name, currency: 'USD', currency_decimals: 2, time_zone: 'UTC' });
    const read = await auditor.get<ShopSettings>(settings, { 'accept-language': 'ar' });
    expect(read.data).toEqual({
      ...written.data,
      name: `زاوية ${name}`,
      address: 'شارع الرينبو ١٢',
      footer: 'شكرا لكم!',
    });
    expect(read.header('vary')).toContain('Accept-Language');
    const one = await admin.send<ShopSettings>('PUT', settings, {
      body: 'ar[footer]=',
      headers: { 'content-type': 'application/json' },
    });
    expect([one.status, one.data.ar.footer, one.data.en.footer]).toEqual([200, null, 'Thank you!']);
  });

  test('an outdated If-Match on shop settings is rejected with 412, and the response lists the changes since the version in If-Match', async () => {
    const etag = (await admin.get(settings)).header('etag') ?? '';
    expect((await admin.get(settings, { 'if-none-match': etag })).status).toBe(304);
    const written = await admin.put(settings, { phone: uniqueWord() }, { 'if-match': etag });
    expect(written.status).toBe(200);
    expect(written.header('etag')).toBe((await admin.get(settings)).header('etag'));
    const late = await admin.put(settings, { phone: '1' }, { 'if-match': etag });
    const { changes } = expectRefusal(late, 'precondition_failed');
    expect(changes?.at(-1)).toMatchObject({ fields: ['phone'], by: expect.stringMatching(/^admin:/) });
    const late_ar = await admin.put(settings, { phone: '1' }, { 'if-match': etag, 'accept-language': 'ar' });
    expect(expectRefusal(late_ar, 'precondition_failed').message).toMatch(/^[\p{Script=Arabic}]/u);
  });

  test('invalid shop settings are rejected with 422 and errors by field, in Arabic and in English', async () => {
    const body = {
      ar: { name: 'ن'.repeat(256) },
      tax_number: 5,
      reason_templates: [{ en: 'Late', ar: 'تأخر' }, { en: 'Only English' }],
    };
    const reply = await admin.put(settings, body, { 'accept-language': 'ar' });
    expectRefusal(reply, 'validation_failed', {
      'ar.name': ['يجب أن لا يتجاوز طول نص حقل الاسم (بالعربية) 255 حروفٍ/حرفًا.'],
      tax_number: ['يجب أن يكون حقل الرقم الضريبي نصًا.'],
      'reason_templates.1.ar': ['حقل reason_templates.1.ar مطلوب.'],
    });
    const many = Array.from({ length: 51 }, () => ({ en: 'Late', ar: 'تأخر' }));
    expectRefusal(await admin.put(settings, { reason_templates: many }), 'validation_failed', {
      reason_templates: ['The reason templates field must not have more than 50 items.'],
    });
  });
});

describe('saved views', () => {
  const callerNamed = async (subject: string, scope: string) =>
    withToken(await sharedStore().token(subject, scope));
  const waiting = {
    name: 'بانتظار التأكيد',
    list: 'orders',
    query: 'filters[status]=pending&sort=created_at',
  };

  test('a staff member reads only their own saved views, even with an If-None-Match header that has a colleague’s ETag', async () => {
    const [layla, omar] = [uniqueWord('layla-'), uniqueWord('omar-')];
    const hers = await callerNamed(layla, 'admin');
    const his = await callerNamed(omar, 'admin');
    const none = await hers.get<SavedViews>(views);
    const tag = none.header('etag') ?? '';
    expect([none.data, tag]).toEqual([{ views: [], updated_at: null }, expect.stringMatching(/^"0-en-/)]);
    const saved = await hers.put<SavedViews>(views, { views: [waiting] }, { 'if-match': '"0-en"' });
    expect([saved.status, saved.data.views]).toEqual([200, [waiting]]);
    const written = { 'if-none-match': saved.header('etag') ?? '' };
    expect((await hers.get(views, written)).status).toBe(304);
    const asHers = await his.get<SavedViews>(views, {
      'if-none-match': `${tag}, ${written['if-none-match']}`,
    });
    expect([asHers.status, asHers.data.views]).toEqual([200, []]);
    expect((await (await callerNamed(layla, 'admin:read')).get<SavedViews>(views)).data).toEqual(saved.data);
    expectRefusal(await hers.put(views, { views: [] }, { 'if-match': '"0-en"' }), 'precondition_failed');
  });

  test('saved list views that are invalid or too many are rejected with 422 and errors by field', async () => {
    const broken = [waiting, { name: '', list: 'carts', query: 'x'.repeat(2001) }];
    expectRefusal(await admin.put(views, { views: broken }), 'validation_failed', [
      'views.1.list',
      'views.1.name',
      'views.1.query',
    ]);
    const many = Array.from({ length: 51 }, () => waiting);
    expectRefusal(await admin.put(views, { views: many }), 'validation_failed', ['views']);
  });
});
