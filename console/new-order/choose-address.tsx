import { Button, Radio, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Address } from '#clients/typescript/src/main.ts';
import { useAddresses } from '../data/use-addresses.ts';
import { isEmpty } from '../data/use-list.ts';
import { AddressDialog } from '../parts/address-dialog.tsx';
import { useAddressLine } from '../parts/address-lines.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Section } from '../parts/section.tsx';
import { Code } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { addressTexts } from '../parts/address-texts.ts';
import { newOrderTexts } from './texts.ts';

interface ChooseAddressProps {
  customer: number;
  chosen: number | null;
  choose: (address: number) => void;
  error: string | undefined;
}

const shown = 20;

/** The newest address is chosen until staff choose another. */
export function ChooseAddress({ customer, chosen, choose, error }: ChooseAddressProps) {
  const t = useTexts(newOrderTexts);
  const tAddress = useTexts(addressTexts);
  const [isAdding, add] = useState(false);
  const list = useAddresses(customer, { most: shown });
  const rows = list.isPrevious ? [] : list.rows;
  const newest = rows[0]?.id;
  useEffect(() => {
    if (chosen === null && newest !== undefined) choose(newest);
    // `choose` is a new function on each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen, newest]);
  return (
    <Section
      title={t('address')}
      gap="sm"
      aside={
        <Button variant="default" size="xs" onClick={() => add(true)}>
          {tAddress('addAddress')}
        </Button>
      }
    >
      <LoadState of={list} label={t('address')} size="sm" />
      {isEmpty(list) && !list.isPrevious && <Text>{t('noAddress')}</Text>}
      <Radio.Group
        label={t('deliverTo')}
        value={chosen === null ? '' : String(chosen)}
        onChange={(id) => choose(Number(id))}
        error={error}
      >
        <Stack gap="sm" mt="xs">
          {rows.map((address) => (
            <AddressChoice key={address.id} address={address} />
          ))}
        </Stack>
      </Radio.Group>
      {list.nextCursor !== undefined && <Text size="sm">{t('moreAddresses', { shown })}</Text>}
      {isAdding && (
        <AddressDialog
          user={customer}
          address="new"
          close={() => add(false)}
          created={({ id }) => choose(id)}
        />
      )}
    </Section>
  );
}

function AddressChoice({ address }: { address: Address }) {
  const line = useAddressLine();
  const { id, phone } = address;
  return (
    <Radio
      value={String(id)}
      label={line(address)}
      {...(phone !== null && { description: <Code>{phone}</Code> })}
    />
  );
}
