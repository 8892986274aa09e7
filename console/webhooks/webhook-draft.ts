import type { Webhook } from '#clients/typescript/src/main.ts';
import { bodyOf, type Draft } from '../data/draft.ts';

type WebhookFields = Pick<Webhook, 'url' | 'types' | 'payload' | 'description'>;

export function webhookDraft({ url, types, payload, description }: WebhookFields): Draft {
  return { url, types: types.join(','), payload, description: description ?? '' };
}

export const newWebhook: Draft = webhookDraft({ url: '', types: [], payload: 'thin', description: null });

export function typesIn({ types }: Draft): string[] {
  return String(types ?? '')
    .split(',')
    .filter((type) => type !== '');
}

export function webhookBody(changes: Draft): Record<string, unknown> {
  return { ...bodyOf(changes), ...('types' in changes && { types: typesIn(changes) }) };
}
