import { Button, Group, List, Stack, Text } from '@mantine/core';
import { adminUsersDelete, adminUsersExport, type StoreError } from '#clients/typescript/src/main.ts';
import { fileTimeouts, saveFile } from '../data/save-file.ts';
import { useMayWrite } from '../data/session.tsx';
import { useGo } from '../data/use-go.ts';
import { useWrite } from '../data/use-write.ts';
import { ConfirmButton } from '../parts/confirm-dialog.tsx';
import { OrderLink } from '../parts/order-link.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { Section } from '../parts/section.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { customerTexts } from './texts.ts';

export function PersonalData({ user }: { user: number }) {
  const t = useTexts(customerTexts);
  if (!useMayWrite()) return null;
  return (
    <Section title={t('personalData')}>
      <Text>{t('exportDataMore')}</Text>
      <Group>
        <ExportData user={user} />
        <Erase user={user} />
      </Group>
    </Section>
  );
}

function ExportData({ user }: { user: number }) {
  const t = useTexts(customerTexts);
  const { run, isPending, problem } = useWrite(
    async (id: number, { client }) => {
      const data = await adminUsersExport({ client, path: { user: id }, ...fileTimeouts });
      const text = JSON.stringify(data, null, 2);
      return { name: `user-${id}.json`, content: new Blob([text], { type: 'application/json' }) };
    },
    { done: saveFile },
  );
  return (
    <>
      <ProblemAlert problem={problem} />
      <Button variant="default" loading={isPending} onClick={() => void run(user)}>
        {t('exportData')}
      </Button>
    </>
  );
}

/** The API rejects the erasure while orders are open. The dialog then links to these orders. */
function Erase({ user }: { user: number }) {
  const t = useTexts(customerTexts);
  const go = useGo();
  const erase = useWrite(
    (reason: string, options) => adminUsersDelete({ ...options, path: { user }, body: { reason } }),
    {
      touches: [['users'], ['addresses'], ['orders']],
      done: () => go('/customers', { replace: true }),
      failedUnseen: useUnseenFailure(t('erase')),
    },
  );
  return (
    <ConfirmButton
      title={t('eraseAsked')}
      verb={t('erase')}
      confirm={(reason) => erase.run(reason)}
      write={erase}
      isDangerous
      reason={{ field: 'reason', isRequired: true }}
    >
      <Stack gap="xs">
        <Text>{t('eraseMore')}</Text>
        <Text>{t('eraseReasonMore')}</Text>
        <OpenOrders problem={erase.problem} />
      </Stack>
    </ConfirmButton>
  );
}

function OpenOrders({ problem }: { problem: StoreError | undefined }) {
  const t = useTexts(customerTexts);
  const orders = problem?.problem.orders ?? [];
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="open-orders">
      <Text fw={600} id="open-orders">
        {t('openOrders')}
      </Text>
      <List>
        {orders.map((order) => (
          <List.Item key={order.id}>
            <OrderLink order={order} />
          </List.Item>
        ))}
      </List>
    </section>
  );
}
