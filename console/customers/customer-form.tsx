import { adminUsersUpdate, type User } from '#clients/typescript/src/main.ts';
import { bodyOf } from '../data/draft.ts';
import { useRecordForm } from '../data/use-record-form.ts';
import { PersonFields, usePersonLabels } from '../parts/person-form.tsx';
import { RecordFields } from '../parts/record-fields.tsx';
import { Section } from '../parts/section.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { customerTexts } from './texts.ts';

export function CustomerForm({ record, etag }: { record: User; etag: string | undefined }) {
  const t = useTexts(customerTexts);
  const { name, email, phone } = record;
  const form = useRecordForm({
    name: 'customer',
    current: { name, email, phone: phone ?? '' },
    labels: usePersonLabels(),
    etag,
    send: (changes, options) =>
      adminUsersUpdate({ ...options, path: { user: record.id }, body: bodyOf(changes) }),
    touches: [['users']],
    failedUnseen: useUnseenFailure(t('saveOf', { name })),
  });
  return (
    <Section title={t('person')}>
      <RecordFields form={form}>
        <PersonFields form={form} />
      </RecordFields>
    </Section>
  );
}
