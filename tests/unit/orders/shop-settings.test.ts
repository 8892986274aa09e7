import { describe, expect, test } from '@jest/globals';
import { unsetSettings } from '#services/orders/shop/shop-settings.ts';
import { shopSettingsId, type ShopSettings } from '#services/orders/records/tables.ts';
import { command, decide, decideOne, earlier, now, units, world } from '../support/orders-world.ts';

const update = (body: object, more = {}) => command('settings.update', { body, ...more });
const saveViews = (body: object, more = {}) => command('saved-views.update', { body, ...more });
const by = (subject: string) => ({ caller: { area: 'admin', subject, userId: null } as const });

const kept: ShopSettings = {
  ...unsetSettings,
  version: 4,
  en: { name: 'Corner Coffee', address: '12 Rainbow Street', footer: 'Thank you!' },
  ar: { name: 'قهوة الزاوية', address: 'شارع الرينبو ١٢', footer: null },
  phone: '+962 6 500 0000',
  created_at: earlier,
  updated_at: earlier,
};

describe('the settings of the shop', () => {
  test('new shop settings are empty except for reason templates in both languages', () => {
    const { data, version, work } = decideOne(world(), update({}));
    expect(version).toBe(0);
    expect(work.writes).toEqual([]);
    expect(data).toMatchObject({ name: null, tax_number: null, phone: null, updated_at: null });
    const reasons = data?.['reason_templates'] as { en: string; ar: string }[];
    expect(reasons.length).toBeGreaterThan(2);
    for (const { en, ar } of reasons) {
      expect(en).toMatch(/^[\x20-\x7e]+$/);
      expect(ar).toMatch(/^[\p{Script_Extensions=Arabic}\s]+$/u);
    }
  });

  test('the first change of the shop settings stores them as a new record with version 1', () => {
    const { data, version, work } = decideOne(world(), update({ phone: '1' }));
    expect([version, data?.['updated_at']]).toEqual([1, now]);
    const [write] = work.writes;
    expect(write).toMatchObject({
      table: 'settings',
      before: null,
      after: { _id: shopSettingsId, version: 1, created_at: now },
    });
  });

  test('any part of the shop settings can be changed, even one text in one language', () => {
    const sent = update({ ar: { footer: 'شكرا' }, en: { address: null } }, { language: 'ar' });
    const { data, version } = decideOne(world({ settings: [kept] }), sent);
    expect(version).toBe(5);
    expect(data).toMatchObject({
      name: 'قهوة الزاوية',
      address: 'شارع الرينبو ١٢',
      footer: 'شكرا',
      phone: kept.phone,
      en: { name: 'Corner Coffee', address: null, footer: 'Thank you!' },
      reason_templates: kept.reason_templates,
    });
  });

  test('shop settings from an earlier release have no logo until a request sets one, and a request with null removes the logo', () => {
    const { logo_url: _logo, ...stored } = kept;
    const logo_url = 'https://images.example.com/logo.svg';
    expect(decideOne(world({ settings: [stored] }), update({ phone: '1' })).data).toMatchObject({
      logo_url: null,
    });
    const set = decideOne(world({ settings: [stored] }), update({ logo_url }));
    expect(set.data).toMatchObject({ logo_url });
    expect(decideOne(set.state, update({ logo_url: null })).data).toMatchObject({ logo_url: null });
  });

  test('shop settings show the currency, its decimals and the time zone', () => {
    const { data } = decideOne(world(), update({}));
    expect(data).toMatchObject({
      currency: units.currency,
      currency_decimals: units.currencyDecimals,
      time_zone: units.timeZone,
    });
  });

  test('shop settings keep their version if nothing changes', () => {
    const { version, work } = decideOne(world({ settings: [kept] }), update({ phone: kept.phone, en: {} }));
    expect([version, work.writes]).toEqual([4, []]);
  });

  test('a change of shop settings with an outdated If-Match fails with the current version', () => {
    const { state } = decideOne(world({ settings: [kept] }), update({ phone: '2' }));
    const { code, extra } = decideOne(state, update({ phone: '3' }, { ifMatch: 4 }));
    expect(code).toBe('precondition_failed');
    expect(extra).toEqual({ version: 5, changes: [] });
    expect(decideOne(world(), update({ phone: '1' }, { ifMatch: 0 })).status).toBe(200);
    expect(decideOne(world(), update({ phone: '1' }, { ifMatch: 1 })).code).toBe('precondition_failed');
  });
});

describe('saved views', () => {
  const view = { name: 'Waiting', list: 'orders', query: 'filters[status]=pending' };

  test('each staff member has their own saved list filters (views)', () => {
    const { state, ends } = decide(world(), [
      saveViews({ views: [view] }, by('layla')),
      saveViews({ views: [{ ...view, name: 'Mine' }] }, by('omar')),
    ]);
    expect(ends.map(({ status, version }) => [status, version])).toEqual([
      [200, 1],
      [200, 1],
    ]);
    expect(state.savedViews.get('layla')?.views).toEqual([view]);
    const { data } = decideOne(state, saveViews({}, by('omar')));
    expect(data?.['views']).toEqual([{ ...view, name: 'Mine' }]);
  });

  test('a request replaces a staff member’s saved list filters (views) as a whole and keeps the sequence from the request', () => {
    const { state } = decideOne(world(), saveViews({ views: [view] }));
    const views = [{ name: 'All', list: 'products' }, view];
    const { data, version } = decideOne(state, saveViews({ views }, { ifMatch: 1 }));
    expect(version).toBe(2);
    expect(data?.['views']).toEqual([{ name: 'All', list: 'products', query: null }, view]);
    expect(decideOne(state, saveViews({ views: [] })).data?.['views']).toEqual([]);
  });
});
