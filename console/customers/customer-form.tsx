import { Card, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { useLocation } from 'wouter';
import { usersCreate, usersUpdate, type User, type UsersCreateBody } from '#clients/typescript/src/main.ts';
import { bodyOf } from '../data/draft.ts';
import { useRecordForm, type RecordForm } from '../data/use-record-form.ts';
import { RecordFields } from '../parts/record-fields.tsx';
import { ownDirection } from '../parts/own-direction.ts';
import { useTexts } from '../texts/language.tsx';
import { customerDraft, newCustomer } from './customer-draft.ts';
import { customerTexts } from './texts.ts';

interface CustomerFormProps {
  record: User;
  etag: string | undefined;
  refresh: () => Promise<unknown>;
}

/** Edits a customer's name, email and phone. */
export function CustomerForm({ record, etag, refresh }: CustomerFormProps) {
  const t = useTexts(customerTexts);
  const labels = useLabels();
  const current = customerDraft(record);
  const form = useRecordForm({
    name: 'customer',
    current,
    etag,
    refresh,
    send: (client, changes, headers) =>
      usersUpdate({ client, headers, path: { user: record.id }, body: bodyOf(changes) }),
    touches: [['users']],
  });
  return (
    <Card withBorder component="section" aria-labelledby="person">
      <Title order={2} size="h4" id="person" mb="md">
        {t('person')}
      </Title>
      <RecordFields form={form} current={current} labels={labels}>
        <PersonFields form={form} labels={labels} />
      </RecordFields>
    </Card>
  );
}

/** Creates a customer, for example a person who orders by phone. */
export function NewCustomerForm() {
  const t = useTexts(customerTexts);
  const labels = useLabels();
  const [, go] = useLocation();
  const form = useRecordForm({
    name: 'new customer',
    current: newCustomer,
    send: (client, changes, headers) => {
      // Sends values as typed, because the API reports which field is invalid.
      const body = bodyOf({ ...newCustomer, ...changes }) as UsersCreateBody;
      return usersCreate({ client, headers, body });
    },
    touches: [['users', 'list']],
    saved: ({ id }) => go(`/customers/${id}`, { replace: true }),
  });
  return (
    <RecordFields form={form} labels={labels} current={newCustomer} verb={t('create')} isNew>
      <PersonFields form={form} labels={labels} />
    </RecordFields>
  );
}

function PersonFields({ form, labels }: { form: RecordForm; labels: Readonly<Record<string, string>> }) {
  const off = { autoComplete: 'off' } as const;
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput
          label={labels['name']}
          {...form.text('name')}
          {...off}
          attributes={ownDirection}
          required
        />
        <TextInput
          label={labels['email']}
          {...form.text('email')}
          {...off}
          dir="ltr"
          inputMode="email"
          required
        />
        <TextInput label={labels['phone']} {...form.text('phone')} {...off} dir="ltr" inputMode="tel" />
      </SimpleGrid>
    </Stack>
  );
}

function useLabels(): Readonly<Record<string, string>> {
  const t = useTexts(customerTexts);
  return { name: t('name'), email: t('email'), phone: t('phone') };
}
