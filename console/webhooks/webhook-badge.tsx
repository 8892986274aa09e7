import type { Webhook, WebhookDelivery } from '#clients/typescript/src/main.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { useTexts } from '../texts/language.tsx';
import { deliveryTexts, webhookTexts } from './texts.ts';

const webhookTones: Readonly<Record<Webhook['status'], Tone>> = {
  active: 'green',
  paused: 'amber',
  disabled: 'grey',
};

export function WebhookBadge({ status }: Pick<Webhook, 'status'>) {
  const t = useTexts(webhookTexts);
  return <Badge tone={webhookTones[status]}>{t(status)}</Badge>;
}

const deliveryTones: Readonly<Record<WebhookDelivery['status'], Tone>> = {
  pending: 'blue',
  delivered: 'green',
  failed: 'red',
};

export function DeliveryBadge({ status }: Pick<WebhookDelivery, 'status'>) {
  const t = useTexts(deliveryTexts);
  return <Badge tone={deliveryTones[status]}>{t(status)}</Badge>;
}
