import { createApiClient } from '#tools/seed/api-client.ts';
import { openAuditClient } from '#tools/operate/audit/audit-client.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { DrillStore } from './drill-store.ts';

/** A customer who is in a backup and was erased after it. */
interface ErasedCustomer {
  erase: () => Promise<void>;
  isBack: () => Promise<boolean>;
  untilErased: () => Promise<void>;
}

export async function addCustomer({ store, servers }: DrillStore): Promise<ErasedCustomer> {
  const token = await store.adminToken();
  const admin = createApiClient(store.url, token);
  const wanted = { name: 'Once A Customer', email: 'once@example.com' };
  const { id } = await admin.write('POST', '/api/admin/users', 'once-a-customer', wanted);
  const path = `/api/admin/users/${id}`;
  return {
    erase: async () => {
      await admin.write('DELETE', path, 'erase-once-a-customer');
    },
    isBack: async () => {
      const client = await openAuditClient(servers.mongodbUri);
      const users = client.db(`${store.namespace}_orders`).collection<{ _id: number }>('users');
      return users
        .findOne({ _id: id })
        .then((user) => user !== null)
        .finally(() => client.close());
    },
    untilErased: async () => {
      await eventually('a restored customer to be erased again', async () => {
        const { status } = await fetch(`${store.url}${path}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        return status === 404;
      });
    },
  };
}
