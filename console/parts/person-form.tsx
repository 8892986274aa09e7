import { TextInput } from '@mantine/core';
import { adminUsersCreate, type User, type UsersCreateBody } from '#clients/typescript/src/main.ts';
import { bodyOf, type Draft } from '../data/draft.ts';
import { useRecordForm, type Labels, type RecordForm } from '../data/use-record-form.ts';
import { useTexts } from '../texts/language.tsx';
import { words } from '../texts/words.ts';
import { ownDirection } from './own-direction.ts';
import { RecordFields } from './record-fields.tsx';
import { useUnseenFailure } from './toast.tsx';

const nothingTyped: Draft = { name: '', email: '', phone: '' };

interface NewPersonFormProps {
  /** The text that staff typed before they opened the form. */
  begun?: Draft;
  saved: (customer: User) => void;
}

export function NewPersonForm({ begun = {}, saved }: NewPersonFormProps) {
  const t = useTexts(words);
  const form = useRecordForm({
    // The typed values are stored under this name. It contains the words with which the form opened, so a form that opens
    // with other words starts without these values.
    name: ['new customer', ...Object.values(begun)].join(' '),
    current: { ...nothingTyped, ...begun },
    labels: usePersonLabels(),
    // Sends values as typed, because the API reports which field is invalid.
    send: (_changes, options, draft) =>
      adminUsersCreate({ ...options, body: bodyOf(draft) as UsersCreateBody }),
    touches: [['users', 'list']],
    saved,
    failedUnseen: useUnseenFailure(t('newCustomer')),
  });
  return (
    <RecordFields form={form} verb={t('create')} isNew>
      <PersonFields form={form} />
    </RecordFields>
  );
}

export function PersonFields({ form }: { form: RecordForm }) {
  const off = { autoComplete: 'off' } as const;
  return (
    <div className="fit-grid">
      <TextInput {...form.text('name')} {...off} attributes={ownDirection} required data-autofocus />
      <TextInput {...form.text('email')} {...off} dir="ltr" inputMode="email" required />
      <TextInput {...form.text('phone')} {...off} dir="ltr" inputMode="tel" />
    </div>
  );
}

export function usePersonLabels(): Labels {
  const t = useTexts(words);
  return { name: t('name'), email: t('email'), phone: t('phone') };
}
