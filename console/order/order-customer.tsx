import { Anchor, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { Order, User } from '#clients/typescript/src/main.ts';
import type { RecordState } from '../data/use-record.ts';
import { AddressLines } from '../parts/address-lines.tsx';
import { FailedReads } from '../parts/failed-reads.tsx';
import { PhoneLink } from '../parts/phone-link.tsx';
import { Section } from '../parts/section.tsx';
import { Code, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { Pairs } from './pairs.tsx';
import { orderTexts } from './texts.ts';

interface OrderCustomerProps {
  order: Order;
  customer: RecordState<User>;
}

/** Shows the customer's current data, but the delivery address as the order stores it. */
export function OrderCustomer({ order, customer: { record: customer, ...read } }: OrderCustomerProps) {
  const t = useTexts(orderTexts);
  return (
    <Section title={t('customer')} gap="sm">
      <Text>
        <Anchor component={Link} href={`/customers/${order.user_id}`}>
          <Name>{order.user.name}</Name>
        </Anchor>
      </Text>
      <FailedReads of={[read]} />
      <Pairs
        pairs={[
          [t('phone'), customer?.phone && <PhoneLink phone={customer.phone} />],
          [t('email'), customer && <Code>{customer.email}</Code>],
        ]}
      />
      <Title order={3} size="h5">
        {t('deliveryAddress')}
      </Title>
      <AddressLines address={order.address} />
    </Section>
  );
}
