import { counterSection, eventsSection, recordSection } from '#shared/audit/audit-records.ts';
import { ledgerSection } from '#shared/audit/ledger-section.ts';
import { counterRepairs } from '#shared/audit/repair-counter.ts';
import type { Repairs } from '#shared/audit/repair-findings.ts';
import type { AuditSection } from '#shared/audit/run-audit.ts';
import { ledgerJudge } from '#shared/audit/repair-ledger.ts';
import { rowsBehind } from '#shared/commands/ledger/rows-behind.ts';
import { webhookFindings } from '../rules/damaged-records.ts';
import type { Webhook, WebhooksTables } from '../rules/tables.ts';
import { trackedByWebhooks } from '../rules/tracked.ts';

export const webhooksAudit: AuditSection[] = [
  counterSection(['webhooks', 'deliveries']),
  recordSection<Webhook>('webhooks', webhookFindings, { projection: { search: 0 } }),
  ledgerSection<WebhooksTables>(trackedByWebhooks),
  eventsSection('webhooks'),
];

export const webhooksRepairs: Repairs = {
  ...counterRepairs,
  ledger: ledgerJudge(rowsBehind<WebhooksTables>(trackedByWebhooks)),
};
