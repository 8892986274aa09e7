import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type Ref } from 'react';
import type { User } from '#clients/typescript/src/main.ts';
import type { Draft } from '../data/draft.ts';
import { CustomerSelect } from '../parts/customer-select.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { NewPersonForm } from '../parts/person-form.tsx';
import { Section } from '../parts/section.tsx';
import { Code, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { newOrderTexts } from './texts.ts';

interface ChooseCustomerProps {
  chosen: User | null;
  choose: (customer: User | null) => void;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
}

export function ChooseCustomer({ chosen, choose, error, inputRef }: ChooseCustomerProps) {
  const t = useTexts(newOrderTexts);
  const [words, setWords] = useState('');
  const [begun, begin] = useState<Draft>();
  if (chosen !== null) {
    return (
      <Section
        title={t('customer')}
        gap="xs"
        aside={
          <Button variant="default" size="xs" onClick={() => choose(null)}>
            {t('otherCustomer')}
          </Button>
        }
      >
        <Text fw={600}>
          <Name>{chosen.name}</Name>
        </Text>
        <Group gap="lg">
          {chosen.phone !== null && <Code>{chosen.phone}</Code>}
          <Code>{chosen.email}</Code>
        </Group>
        {error !== undefined && (
          <Text c="var(--mantine-color-error)" size="sm">
            {error}
          </Text>
        )}
      </Section>
    );
  }
  return (
    <Section title={t('customer')}>
      <Group align="flex-start">
        <CustomerSelect
          label={t('findCustomer')}
          hint={t('findCustomerHint')}
          chosen={null}
          choose={choose}
          searched={setWords}
          error={error}
          inputRef={inputRef}
        />
        <Button variant="default" className="new-order-customer" onClick={() => begin(asPerson(words))}>
          {t('newCustomer')}
        </Button>
      </Group>
      {begun !== undefined && (
        <Dialog opened onClose={() => begin(undefined)} size="lg" title={t('newCustomer')}>
          <Stack>
            <NewPersonForm begun={begun} saved={choose} />
          </Stack>
        </Dialog>
      )}
    </Section>
  );
}

/** The first values for a new customer. Words that found no customer are most likely a new customer's name, e-mail or phone. */
function asPerson(words: string): Draft {
  const typed = words.trim();
  if (typed === '') return {};
  if (typed.includes('@')) return { email: typed };
  const isPhone = /\p{Number}{3}/u.test(typed) && !/\p{Letter}/u.test(typed);
  return isPhone ? { phone: typed } : { name: typed };
}
