import { Button, Card, Group, Loader, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { addressesList, type Address } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { useList } from '../data/use-list.ts';
import { useFormat } from '../format/use-format.ts';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { Code, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { DeleteAddress } from './delete-address.tsx';
import { customerTexts } from './texts.ts';
import './customers.css';

const shown = 50;

/** Lists a customer's addresses. */
export function CustomerAddresses({ user }: { user: number }) {
  const t = useTexts(customerTexts);
  const mayWrite = useMayWrite();
  const [edited, edit] = useState<number | 'new'>();
  const query = { 'filters[user_id]': user, paginate: 'cursor', per_page: shown } as const;
  const list = useList(['addresses'], query, (client, asked, options) =>
    addressesList({ client, query: asked, ...options }),
  );
  return (
    <Card withBorder component="section" aria-labelledby="addresses">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4" id="addresses">
            {t('addresses')}
          </Title>
          {mayWrite && (
            <Button variant="default" onClick={() => edit('new')}>
              {t('addAddress')}
            </Button>
          )}
        </Group>
        <ProblemAlert problem={list.problem} retry={() => void list.refresh()} />
        {list.isLoading && <Loader size="sm" aria-label={t('addresses')} />}
        {!list.isLoading && list.problem === undefined && list.rows.length === 0 && (
          <Text>{t('noAddresses')}</Text>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="ul" className="plain-list">
          {list.rows.map((address) => (
            <AddressCard key={address.id} address={address} edit={() => edit(address.id)} />
          ))}
        </SimpleGrid>
        {list.nextCursor !== undefined && <Text>{t('moreAddresses', { shown })}</Text>}
      </Stack>
      {edited !== undefined && <AddressDialog user={user} address={edited} close={() => edit(undefined)} />}
    </Card>
  );
}

function AddressCard({ address, edit }: { address: Address; edit: () => void }) {
  const t = useTexts(customerTexts);
  const { place } = useFormat();
  const mayWrite = useMayWrite();
  const { label, line1, line2, city, country, phone } = address;
  return (
    <Card withBorder component="li" padding="sm">
      <Stack gap={4}>
        {label !== null && (
          <Text fw={600}>
            <Name>{label}</Name>
          </Text>
        )}
        {[line1, line2].map(
          (line, index) =>
            line !== null && (
              <div key={index}>
                <Name>{line}</Name>
              </div>
            ),
        )}
        <div>{place(city, country)}</div>
        {phone !== null && (
          <div>
            <Code>{phone}</Code>
          </div>
        )}
        {mayWrite && (
          <Group gap="xs" mt="xs">
            <Button
              size="xs"
              variant="default"
              aria-label={t('editAddressOf', { address: label ?? line1 })}
              onClick={edit}
            >
              {t('editAddress')}
            </Button>
            <DeleteAddress address={address} />
          </Group>
        )}
      </Stack>
    </Card>
  );
}
