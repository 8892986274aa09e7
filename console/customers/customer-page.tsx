import { Stack } from '@mantine/core';
import { useGo } from '../data/use-go.ts';
import { useParams } from 'wouter';
import { adminUsersRead, NotFound } from '#clients/typescript/src/main.ts';
import { isId } from '../data/is-id.ts';
import { useRecord } from '../data/use-record.ts';
import { Columns } from '../parts/columns.tsx';
import { MissingPage } from '../parts/missing-page.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { NewPersonForm } from '../parts/person-form.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { useTexts } from '../texts/language.tsx';
import { CustomerAddresses } from './customer-addresses.tsx';
import { CustomerForm } from './customer-form.tsx';
import { CustomerOrders, useCustomerOrders } from './customer-orders.tsx';
import { PersonalData } from './personal-data.tsx';
import { customerTexts } from './texts.ts';

export default function CustomerPage() {
  const name = useParams()['customer'] ?? '';
  if (name === 'new') return <NewCustomer />;
  const id = Number(name);
  return isId(id) ? <Customer key={id} id={id} /> : <UnknownCustomer />;
}

function Customer({ id }: { id: number }) {
  const t = useTexts(customerTexts);
  const read = useRecord(['users', id], (options) => adminUsersRead({ ...options, path: { user: id } }), {
    isPolled: true,
  });
  const orders = useCustomerOrders(id);
  const { record, etag, problem } = read;
  if (problem instanceof NotFound) return <UnknownCustomer />;
  // Waits for the orders too. Otherwise the arriving orders would move the cards below them while the user
  // taps.
  const isLoading = read.isLoading || orders.isLoading;
  if (record === undefined || isLoading) return <LoadState of={{ ...read, isLoading }} />;
  return (
    <Stack>
      <PageTitle title={record.name} back={{ href: '/customers', label: t('customers') }} />
      <Columns
        main={
          <>
            <CustomerOrders user={id} list={orders} />
            <CustomerAddresses user={id} />
          </>
        }
        side={
          <>
            <CustomerForm record={record} etag={etag} />
            <PersonalData user={id} />
          </>
        }
        after={<Timeline kind="users" id={id} customer={record} />}
      />
    </Stack>
  );
}

function NewCustomer() {
  const t = useTexts(customerTexts);
  const go = useGo();
  return (
    <Stack>
      <PageTitle title={t('newCustomer')} back={{ href: '/customers', label: t('customers') }} />
      <NewPersonForm saved={({ id }) => go(`/customers/${id}`, { replace: true })} />
    </Stack>
  );
}

function UnknownCustomer() {
  const t = useTexts(customerTexts);
  return <MissingPage title={t('gone')} href="/customers" back={t('backToList')} />;
}
