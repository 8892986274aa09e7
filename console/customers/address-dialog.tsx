import { SimpleGrid, TextInput } from '@mantine/core';
import {
  addressesCreate,
  addressesRead,
  addressesUpdate,
  type Address,
  type AddressesCreateBody,
} from '#clients/typescript/src/main.ts';
import { bodyOf } from '../data/draft.ts';
import { useRecord } from '../data/use-record.ts';
import { useRecordForm, type RecordForm } from '../data/use-record-form.ts';
import { countryName } from '../format/shop-format.ts';
import { NotLoaded } from '../parts/not-loaded.tsx';
import { RecordFields } from '../parts/record-fields.tsx';
import { ownDirection } from '../parts/own-direction.ts';
import { localeOf } from '../texts/fill-text.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import { addressDraft, newAddress } from './customer-draft.ts';
import { customerTexts } from './texts.ts';
import { Dialog } from '../parts/dialog.tsx';

interface AddressDialogProps {
  user: number;
  address: number | 'new';
  close: () => void;
}

/** Edits one of a customer's addresses in a dialog. */
export function AddressDialog({ user, address, close }: AddressDialogProps) {
  const t = useTexts(customerTexts);
  return (
    <Dialog opened onClose={close} size="lg" title={t(address === 'new' ? 'addAddress' : 'editAddress')}>
      {address === 'new' ? (
        <NewAddress user={user} close={close} />
      ) : (
        <KnownAddress id={address} close={close} />
      )}
    </Dialog>
  );
}

function NewAddress({ user, close }: { user: number; close: () => void }) {
  const labels = useLabels();
  const form = useRecordForm({
    name: 'new address',
    current: newAddress,
    send: (client, changes, headers) => {
      // Sends values as typed, because the API reports which field is invalid.
      const body = { ...bodyOf({ ...newAddress, ...changes }), user_id: user } as AddressesCreateBody;
      return addressesCreate({ client, headers, body });
    },
    touches: [['addresses']],
    saved: close,
  });
  return (
    <RecordFields form={form} labels={labels} current={newAddress} isNew>
      <AddressFields form={form} labels={labels} />
    </RecordFields>
  );
}

function KnownAddress({ id, close }: { id: number; close: () => void }) {
  const { record, etag, problem, refresh } = useRecord(['addresses', id], (client, options) =>
    addressesRead({ client, path: { address: id }, ...options }),
  );
  if (record !== undefined) return <AddressForm record={record} etag={etag} close={close} />;
  return <NotLoaded problem={problem} refresh={refresh} />;
}

interface AddressFormProps {
  record: Address;
  etag: string | undefined;
  close: () => void;
}

function AddressForm({ record, etag, close }: AddressFormProps) {
  const labels = useLabels();
  const current = addressDraft(record);
  const form = useRecordForm({
    name: `address ${record.id}`,
    current,
    etag,
    send: (client, changes, headers) =>
      addressesUpdate({ client, headers, path: { address: record.id }, body: bodyOf(changes) }),
    touches: [['addresses']],
    saved: close,
  });
  return (
    <RecordFields form={form} current={current} labels={labels}>
      <AddressFields form={form} labels={labels} />
    </RecordFields>
  );
}

function AddressFields({ form, labels }: { form: RecordForm; labels: Readonly<Record<string, string>> }) {
  const t = useTexts(customerTexts);
  const { language } = useLanguage();
  const country = countryName(String(form.draft['country'] ?? ''), localeOf(language));
  const input = (field: string, more: object = {}) => (
    <TextInput
      label={labels[field]}
      {...form.text(field)}
      attributes={ownDirection}
      autoComplete="off"
      {...more}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {input('label', { placeholder: t('labelHint'), 'data-autofocus': true })}
      {input('phone', { dir: 'ltr', inputMode: 'tel' })}
      {input('line1', { required: true })}
      {input('line2')}
      {input('city', { required: true })}
      {input('country', {
        required: true,
        dir: 'ltr',
        maxLength: 2,
        description: country ?? t('countryHint'),
      })}
    </SimpleGrid>
  );
}

function useLabels(): Readonly<Record<string, string>> {
  const t = useTexts(customerTexts);
  return {
    label: t('label'),
    phone: t('phone'),
    line1: t('line1'),
    line2: t('line2'),
    city: t('city'),
    country: t('country'),
  };
}
