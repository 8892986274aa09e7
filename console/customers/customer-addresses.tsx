import { Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { adminAddressesDelete, type Address } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { useAddresses } from '../data/use-addresses.ts';
import { isEmpty } from '../data/use-list.ts';
import { useWrite } from '../data/use-write.ts';
import { useFormat } from '../format/use-format.ts';
import { AddressDialog } from '../parts/address-dialog.tsx';
import { AddressLines } from '../parts/address-lines.tsx';
import { ConfirmButton } from '../parts/confirm-dialog.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Section } from '../parts/section.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import { isolated } from '../texts/fill-text.ts';
import { useTexts } from '../texts/language.tsx';
import { customerTexts } from './texts.ts';

const shown = 50;

export function CustomerAddresses({ user }: { user: number }) {
  const t = useTexts(customerTexts);
  const mayWrite = useMayWrite();
  const [edited, edit] = useState<number | 'new'>();
  const list = useAddresses(user, { most: shown, isPolled: true });
  return (
    <Section
      title={t('addresses')}
      aside={
        mayWrite && (
          <Button variant="default" onClick={() => edit('new')}>
            {t('addAddress')}
          </Button>
        )
      }
    >
      <LoadState of={list} label={t('addresses')} size="sm" />
      {isEmpty(list) && <Text>{t('noAddresses')}</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="ul" className="plain-list">
        {list.rows.map((address) => (
          <AddressCard key={address.id} address={address} edit={() => edit(address.id)} />
        ))}
      </SimpleGrid>
      {list.nextCursor !== undefined && <Text>{t('moreAddresses', { shown })}</Text>}
      {edited !== undefined && (
        <AddressDialog
          user={user}
          address={edited}
          // A save that staff left may end while the dialog shows another address. That dialog stays open.
          close={() => edit((shownNow) => (shownNow === edited ? undefined : shownNow))}
        />
      )}
    </Section>
  );
}

function AddressCard({ address, edit }: { address: Address; edit: () => void }) {
  const t = useTexts(customerTexts);
  const mayWrite = useMayWrite();
  const { label, line1 } = address;
  return (
    <Card withBorder component="li" padding="sm">
      <Stack gap={4}>
        <AddressLines address={address} />
        {mayWrite && (
          <Group gap="xs" mt="xs">
            <Button
              size="xs"
              variant="default"
              aria-label={t('editAddressOf', { address: label ?? line1 })}
              onClick={edit}
            >
              {t('edit')}
            </Button>
            <DeleteAddress address={address} />
          </Group>
        )}
      </Stack>
    </Card>
  );
}

function DeleteAddress({ address: { id, label, line1, city } }: { address: Address }) {
  const t = useTexts(customerTexts);
  const { list } = useFormat();
  const name = t('deleteAddressOf', { address: label ?? line1 });
  const remove = useWrite(
    (address: number, options) => adminAddressesDelete({ ...options, path: { address } }),
    { touches: [['addresses']], failedUnseen: useUnseenFailure(name) },
  );
  return (
    <ConfirmButton
      look={{ size: 'xs' }}
      name={name}
      title={t('deleteAddressAsked')}
      verb={t('delete')}
      confirm={() => remove.run(id)}
      write={remove}
      isDangerous
    >
      <Stack gap="xs">
        <Text>{list([line1, city].map(isolated))}</Text>
        <Text>{t('deleteAddressMore')}</Text>
      </Stack>
    </ConfirmButton>
  );
}
