import { SimpleGrid, TextInput } from '@mantine/core';
import {
  adminUsersCreate,
  adminUsersUpdate,
  type User,
  type UsersCreateBody,
} from '#clients/typescript/src/main.ts';
import { bodyOf, type Draft } from '../data/draft.ts';
import { useGo } from '../data/use-go.ts';
import { useRecordForm, type Labels, type RecordForm } from '../data/use-record-form.ts';
import { ownDirection } from '../parts/own-direction.ts';
import { RecordFields } from '../parts/record-fields.tsx';
import { Section } from '../parts/section.tsx';
import { useTexts } from '../texts/language.tsx';
import { customerTexts } from './texts.ts';

export function CustomerForm({ record, etag }: { record: User; etag: string | undefined }) {
  const t = useTexts(customerTexts);
  const { name, email, phone } = record;
  const form = useRecordForm({
    name: 'customer',
    current: { name, email, phone: phone ?? '' },
    labels: useLabels(),
    etag,
    send: (client, changes, headers) =>
      adminUsersUpdate({ client, headers, path: { user: record.id }, body: bodyOf(changes) }),
    touches: [['users']],
  });
  return (
    <Section title={t('person')}>
      <RecordFields form={form}>
        <PersonFields form={form} />
      </RecordFields>
    </Section>
  );
}

const newCustomer: Draft = { name: '', email: '', phone: '' };

export function NewCustomerForm() {
  const t = useTexts(customerTexts);
  const go = useGo();
  const form = useRecordForm({
    name: 'new customer',
    current: newCustomer,
    labels: useLabels(),
    send: (client, changes, headers) => {
      // Sends values as typed, because the API reports which field is invalid.
      const body = bodyOf({ ...newCustomer, ...changes }) as UsersCreateBody;
      return adminUsersCreate({ client, headers, body });
    },
    touches: [['users', 'list']],
    saved: ({ id }) => go(`/customers/${id}`, { replace: true }),
  });
  return (
    <RecordFields form={form} verb={t('create')} isNew>
      <PersonFields form={form} />
    </RecordFields>
  );
}

function PersonFields({ form }: { form: RecordForm }) {
  const off = { autoComplete: 'off' } as const;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <TextInput {...form.text('name')} {...off} attributes={ownDirection} required />
      <TextInput {...form.text('email')} {...off} dir="ltr" inputMode="email" required />
      <TextInput {...form.text('phone')} {...off} dir="ltr" inputMode="tel" />
    </SimpleGrid>
  );
}

function useLabels(): Labels {
  const t = useTexts(customerTexts);
  return { name: t('name'), email: t('email'), phone: t('phone') };
}
