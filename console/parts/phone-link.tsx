import { Anchor, Text } from '@mantine/core';
import { Code } from './values.tsx';

/** A phone number is written left to right in every language. */
export function PhoneLink({ phone, label }: { phone: string; label?: string | undefined }) {
  return (
    <span>
      {label !== undefined && (
        <Text component="span" size="sm" c="dimmed">
          {label}:{' '}
        </Text>
      )}
      <Anchor href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} fw={600}>
        <Code>{phone}</Code>
      </Anchor>
    </span>
  );
}
