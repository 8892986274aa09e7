import { counterSection, eventsSection, recordSection } from '#shared/engine/audit/audit-records.ts';
import { ledgerSection } from '#shared/engine/audit/ledger-section.ts';
import { counterRepairs } from '#shared/engine/audit/repair-counter.ts';
import type { Repairs } from '#shared/engine/audit/repair-findings.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import { ledgerJudge } from '#shared/engine/audit/repair-ledger.ts';
import { rowsBehind } from '#shared/engine/commands/ledger/rows-behind.ts';
import { webhookFindings } from '../../records/damaged-records.ts';
import type { Webhook, WebhooksTables } from '../../records/tables.ts';
import { trackedByWebhooks } from '../../store/tracked.ts';

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
