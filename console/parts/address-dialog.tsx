import { SimpleGrid, TextInput } from '@mantine/core';
import {
  adminAddressesCreate,
  adminAddressesRead,
  adminAddressesUpdate,
  type Address,
  type AddressesCreateBody,
} from '#clients/typescript/src/main.ts';
import { bodyOf, type Draft } from '../data/draft.ts';
import { useRecord } from '../data/use-record.ts';
import { useRecordForm, type Labels, type RecordForm } from '../data/use-record-form.ts';
import { countryName } from '../format/shop-format.ts';
import { addressTexts } from './address-texts.ts';
import { Dialog } from './dialog.tsx';
import { LoadState } from './load-state.tsx';
import { ownDirection } from './own-direction.ts';
import { RecordFields } from './record-fields.tsx';
import { useUnseenFailure } from './toast.tsx';
import { localeOf } from '../texts/fill-text.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';

interface AddressDialogProps {
  user: number;
  address: number | 'new';
  close: () => void;
  created?: (address: Address) => void;
}

export function AddressDialog({ user, address, close, created }: AddressDialogProps) {
  const t = useTexts(addressTexts);
  return (
    <Dialog opened onClose={close} size="lg" title={t(address === 'new' ? 'addAddress' : 'edit')}>
      {address === 'new' ? (
        <NewAddress
          user={user}
          saved={(made) => {
            close();
            created?.(made);
          }}
        />
      ) : (
        <KnownAddress id={address} close={close} />
      )}
    </Dialog>
  );
}

type AddressTexts = Pick<Address, 'label' | 'line1' | 'line2' | 'city' | 'country' | 'phone'>;

function addressDraft({ label, line1, line2, city, country, phone }: AddressTexts): Draft {
  return { label: label ?? '', line1, line2: line2 ?? '', city, country, phone: phone ?? '' };
}

const newAddress = addressDraft({ label: null, line1: '', line2: null, city: '', country: '', phone: null });

function NewAddress({ user, saved }: { user: number; saved: (address: Address) => void }) {
  const t = useTexts(addressTexts);
  const form = useRecordForm({
    name: `new address of ${user}`,
    current: newAddress,
    labels: useLabels(),
    send: (_changes, options, draft) => {
      // Sends values as typed, because the API reports which field is invalid.
      const body = { ...bodyOf(draft), user_id: user } as AddressesCreateBody;
      return adminAddressesCreate({ ...options, body });
    },
    touches: [['addresses']],
    saved,
    failedUnseen: useUnseenFailure(t('addAddress')),
  });
  return (
    <RecordFields form={form} isNew>
      <AddressFields form={form} />
    </RecordFields>
  );
}

function KnownAddress({ id, close }: { id: number; close: () => void }) {
  const read = useRecord(['addresses', id], (options) =>
    adminAddressesRead({ ...options, path: { address: id } }),
  );
  const { record, etag } = read;
  if (record === undefined) return <LoadState of={read} />;
  return <AddressForm record={record} etag={etag} close={close} />;
}

interface AddressFormProps {
  record: Address;
  etag: string | undefined;
  close: () => void;
}

function AddressForm({ record, etag, close }: AddressFormProps) {
  const t = useTexts(addressTexts);
  const form = useRecordForm({
    name: `address ${record.id}`,
    current: addressDraft(record),
    labels: useLabels(),
    etag,
    send: (changes, options) =>
      adminAddressesUpdate({ ...options, path: { address: record.id }, body: bodyOf(changes) }),
    touches: [['addresses']],
    saved: close,
    failedUnseen: useUnseenFailure(t('saveOf', { name: record.label ?? record.line1 })),
  });
  return (
    <RecordFields form={form}>
      <AddressFields form={form} />
    </RecordFields>
  );
}

function AddressFields({ form }: { form: RecordForm }) {
  const t = useTexts(addressTexts);
  const { language } = useLanguage();
  const country = countryName(String(form.draft['country'] ?? ''), localeOf(language));
  const input = (field: string, more: object = {}) => (
    <TextInput {...form.text(field)} attributes={ownDirection} autoComplete="off" {...more} />
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

function useLabels(): Labels {
  const t = useTexts(addressTexts);
  return {
    label: t('label'),
    phone: t('phone'),
    line1: t('line1'),
    line2: t('line2'),
    city: t('city'),
    country: t('country'),
  };
}
