import { recordSection } from '#shared/audit/audit-records.ts';
import { eachPage } from '#shared/audit/read-pages.ts';
import type { AuditSection } from '#shared/audit/run-audit.ts';
import { damaged, judged, type Finding } from '#shared/decide/audit-finding.ts';
import { faults } from '../../rules/damaged-records.ts';
import type { SavedViews, ShopSettings } from '../../rules/tables.ts';

export const settingsSection: AuditSection = recordSection<ShopSettings>('settings', (settings) => {
  const fault = faults.settings(settings);
  return fault === null ? [] : [damaged(`settings/${settings._id}`, fault)];
});

/** The id of a saved-views record is the subject of its owner's token, not a number. */
export const savedViewsSection: AuditSection = {
  name: 'saved_views',
  look: (looking, report) =>
    eachPage<SavedViews>(looking, 'saved_views', {}, (all) => {
      report.found(all.flatMap((views) => judged('saved_views', views, savedViewsFindings)));
      return Promise.resolve();
    }),
};

function savedViewsFindings(views: SavedViews): Finding[] {
  const fault = faults.savedViews(views);
  return fault === null ? [] : [damaged(`saved_views/${views._id}`, fault)];
}
