import { read, type ResourceContract } from '../kit/define.ts';
import * as s from '../kit/resource-schema.ts';

const seconds: s.SchemaOf<number> = { type: 'number', minimum: 0 };

const auditFindingSchema = s.named('AuditFinding', {
  subject: s.described(s.text, 'The record: `orders/12`, `inventory/7`.'),
  detail: s.described(s.text, 'The difference in figures, for operators, in English.'),
  repaired: s.boolean,
});

const auditRuleSchema = s.named('AuditRule', {
  rule: s.described(s.text, 'The name of the rule, which never changes.'),
  means: s.described(s.text, 'The fault and the remedy, in the language of Accept-Language.'),
  count: s.described(s.count, 'How many were found.'),
  repaired: s.described(s.count, 'How many of these were repaired at once.'),
  findings: s.arrayOf(auditFindingSchema, 'The first 20.'),
});

const auditCountSchema = s.named('AuditCount', { what: s.text, count: s.count });
const auditGapSchema = s.named('AuditGap', { section: s.text, reason: s.text });

const serviceAuditSchema = s.named('ServiceAudit', {
  service: { type: 'string', enum: ['orders', 'catalog'] },
  state: {
    type: 'string',
    enum: ['done', 'never', 'unreachable'],
    description: '`never`: no audit has ended yet. `unreachable`: the service does not respond.',
  },
  started_at: s.orNull(s.moment),
  finished_at: s.orNull(s.moment),
  seconds: s.orNull(seconds),
  looked_at: s.arrayOf(auditCountSchema, 'How many records of each kind were checked.'),
  not_checked: s.arrayOf(auditGapSchema, 'Parts that could not be checked, and why.'),
  rules: s.arrayOf(auditRuleSchema, 'The rules that found something.'),
});

export const auditSchema = s.named('Audit', {
  is_sound: s.described(
    s.boolean,
    'All services were audited completely, and no finding is left that was not repaired.',
  ),
  findings_total: s.described(s.count, 'Findings that were not repaired.'),
  services: s.arrayOf(serviceAuditSchema),
});

export const auditContract = {
  sections: { 'Admin audit': 'Whether the data obeys its own rules.' },
  reads: {
    'audit.read': read('/api/admin/audit', {
      summary: 'Read what the last audit of the data found',
      description:
        'The store audits its data every `AUDIT_INTERVAL_HOURS`. Each rule says what it means and how its findings are repaired; `npm run audit -- --repair` repairs what needs no decision.',
      answers: auditSchema,
      composed: true,
    }),
  },
} satisfies ResourceContract;
