import { Anchor, Loader, Stack } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { NotFound, usersRead } from '#clients/typescript/src/main.ts';
import { useRecord } from '../data/use-record.ts';
import { BackLink } from '../parts/back-link.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { partTexts } from '../parts/texts.ts';
import { Timeline } from '../parts/timeline.tsx';
import { useTexts } from '../texts/language.tsx';
import { CustomerAddresses } from './customer-addresses.tsx';
import { CustomerForm, NewCustomerForm } from './customer-form.tsx';
import { CustomerOrders } from './customer-orders.tsx';
import { PersonalData } from './personal-data.tsx';
import { customerTexts } from './texts.ts';

const pageTexts = { ...customerTexts, loading: partTexts.loading };

/** The page of one customer with their orders and addresses, or the form for a new customer. */
export default function CustomerPage() {
  const name = useParams()['customer'] ?? '';
  if (name === 'new') return <NewCustomer />;
  const id = Number(name);
  return Number.isSafeInteger(id) && id > 0 ? <Customer key={id} id={id} /> : <UnknownCustomer />;
}

function Customer({ id }: { id: number }) {
  const t = useTexts(pageTexts);
  const { record, etag, problem, refresh } = useRecord(['users', id], (client, options) =>
    usersRead({ client, path: { user: id }, ...options }),
  );
  if (problem instanceof NotFound) return <UnknownCustomer />;
  if (record === undefined) {
    if (problem !== undefined) return <ProblemAlert problem={problem} retry={() => void refresh()} />;
    return <Loader aria-label={t('loading')} />;
  }
  return (
    <Stack>
      <BackLink href="/customers">{t('title')}</BackLink>
      <PageTitle title={record.name} />
      <CustomerForm record={record} etag={etag} refresh={refresh} />
      <CustomerAddresses user={id} />
      <CustomerOrders user={id} />
      <PersonalData user={id} />
      <Timeline kind="users" id={id} shopper={record.name} />
    </Stack>
  );
}

function NewCustomer() {
  const t = useTexts(customerTexts);
  return (
    <Stack>
      <BackLink href="/customers">{t('title')}</BackLink>
      <PageTitle title={t('newCustomer')} />
      <NewCustomerForm />
    </Stack>
  );
}

function UnknownCustomer() {
  const t = useTexts(customerTexts);
  return (
    <>
      <PageTitle title={t('title')} />
      <EmptyState title={t('gone')}>
        <Anchor component={Link} href="/customers">
          {t('backToList')}
        </Anchor>
      </EmptyState>
    </>
  );
}
