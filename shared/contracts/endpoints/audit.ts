import { read, type ResourceContract } from '../kit/define.ts';
import {
  arrayOf,
  booleanSchema,
  countSchema,
  momentSchema,
  objectOf,
  orNull,
  textSchema,
  type SchemaOf,
} from '../kit/resource-schema.ts';

const seconds: SchemaOf<number> = { type: 'number', minimum: 0 };

const auditFindingSchema = objectOf({
  subject: { ...textSchema, description: 'The record: `orders/12`, `inventory/7`.' },
  detail: { ...textSchema, description: 'The difference in figures, for operators, in English.' },
  repaired: booleanSchema,
});

const auditRuleSchema = objectOf({
  rule: { ...textSchema, description: 'The name of the rule, which never changes.' },
  means: { ...textSchema, description: 'The fault and the remedy, in the language of Accept-Language.' },
  count: { ...countSchema, description: 'How many were found.' },
  repaired: { ...countSchema, description: 'How many of these were repaired at once.' },
  findings: { ...arrayOf(auditFindingSchema), description: 'The first 20.' },
});

const auditCountSchema = objectOf({ what: textSchema, count: countSchema });
const auditGapSchema = objectOf({ section: textSchema, reason: textSchema });

const serviceAuditSchema = objectOf({
  service: { type: 'string', enum: ['orders', 'catalog'] },
  state: {
    type: 'string',
    enum: ['done', 'never', 'unreachable'],
    description: '`never`: no audit has ended yet. `unreachable`: the service does not respond.',
  },
  started_at: orNull(momentSchema),
  finished_at: orNull(momentSchema),
  seconds: orNull(seconds),
  looked_at: { ...arrayOf(auditCountSchema), description: 'How many records of each kind were checked.' },
  not_checked: { ...arrayOf(auditGapSchema), description: 'Parts that could not be checked, and why.' },
  rules: { ...arrayOf(auditRuleSchema), description: 'The rules that found something.' },
});

export const auditSchema = objectOf({
  is_sound: {
    ...booleanSchema,
    description: 'All services were audited completely, and no finding is left that was not repaired.',
  },
  findings_total: { ...countSchema, description: 'Findings that were not repaired.' },
  services: arrayOf(serviceAuditSchema),
});

export const auditContract = {
  schemas: {
    Audit: auditSchema,
    AuditCount: auditCountSchema,
    AuditFinding: auditFindingSchema,
    AuditGap: auditGapSchema,
    AuditRule: auditRuleSchema,
    ServiceAudit: serviceAuditSchema,
  },
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
