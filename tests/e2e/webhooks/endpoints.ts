import { afterEach } from '@jest/globals';

import type { Webhook, WebhookDelivery } from '#clients/typescript/src/main.ts';
import type { Caller } from '../../support/caller.ts';
import { startReceiver, type Receiver } from './receiver.ts';

export const webhooksPath = '/api/admin/webhooks';

/** Only the responses to an endpoint's creation and to `rotate-secret` have the secret. */
export type Endpoint = Webhook & { secret?: string | null };

/** Receivers and their endpoints. They are deleted after each test, because other tests use the same store. */
export function useEndpoints(admin: () => Caller) {
  let receivers: Receiver[] = [];
  afterEach(async () => {
    const urls = receivers.map(({ url }) => url);
    const { data } = await admin().get<Endpoint[]>(webhooksPath);
    for (const { id, url } of data) if (urls.includes(url)) await admin().delete(`${webhooksPath}/${id}`);
    for (const receiver of receivers) await receiver.close();
    receivers = [];
  });
  return {
    receiver: async (): Promise<Receiver> => {
      const started = await startReceiver();
      receivers.push(started);
      return started;
    },
    /** Creates an endpoint, which receives events of the catalogue unless `body` lists other types. */
    endpoint: async (to: Receiver, body: object = {}): Promise<Endpoint> => {
      const json = { url: to.url, types: ['catalog.*'], ...body };
      return (await admin().post<Endpoint>(webhooksPath, json)).data;
    },
    read: async (id: number) => (await admin().get<Endpoint>(`${webhooksPath}/${id}`)).data,
    deliveriesOf: async (id: number, query = '') =>
      (await admin().get<WebhookDelivery[]>(`${webhooksPath}/${id}/deliveries${query}`)).data,
    rename: (id: number, name: string) => admin().put(`/api/admin/products/${id}`, { en: { name } }),
  };
}

export const versionsOf = ({ received }: Receiver, subject: string) =>
  received.filter(({ event }) => event.subject === subject).map(({ event }) => event.data.version);
