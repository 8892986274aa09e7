import { Stack, Text } from '@mantine/core';
import type { Address } from '#clients/typescript/src/main.ts';
import { useFormat } from '../format/use-format.ts';
import { isolated } from '../texts/fill-text.ts';
import { PhoneLink } from './phone-link.tsx';
import { Name } from './values.tsx';

type Written = Pick<Address, 'label' | 'line1' | 'line2' | 'city' | 'country' | 'phone'>;

/** An address as on an envelope, with one part on each line. */
export function AddressLines({
  address: { label, line1, line2, city, country, phone },
}: {
  address: Written;
}) {
  const { place } = useFormat();
  return (
    <Stack gap={2}>
      {label !== null && (
        <Text fw={600}>
          <Name>{label}</Name>
        </Text>
      )}
      {[line1, line2].map((line, index) =>
        line === null ? null : (
          <div key={index}>
            <Name>{line}</Name>
          </div>
        ),
      )}
      <div>{place(city, country)}</div>
      {phone !== null && <PhoneLink phone={phone} />}
    </Stack>
  );
}

/** An address on one line, for a list from which the user chooses. */
export function useAddressLine(): (address: Pick<Address, 'label' | 'line1' | 'line2' | 'city'>) => string {
  const { list } = useFormat();
  return ({ label, line1, line2, city }) =>
    list([label, line1, line2, city].filter((part) => part !== null).map(isolated));
}
