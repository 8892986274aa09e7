import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { addressesDelete, type Address } from '#clients/typescript/src/main.ts';
import { useWrite } from '../data/use-write.ts';
import { useFormat } from '../format/use-format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { isolated } from '../texts/fill-text.ts';
import { useTexts } from '../texts/language.tsx';
import { customerTexts } from './texts.ts';

/** Shows the address and asks for confirmation before deleting it. */
export function DeleteAddress({ address: { id, label, line1, city } }: { address: Address }) {
  const t = useTexts(customerTexts);
  const { list } = useFormat();
  const [isAsked, ask] = useState(false);
  const remove = useWrite(
    (client, address: number, headers) => addressesDelete({ client, headers, path: { address } }),
    { touches: [['addresses']], done: () => ask(false) },
  );
  return (
    <>
      <Button
        size="xs"
        variant="outline"
        color="red"
        aria-label={t('deleteAddressOf', { address: label ?? line1 })}
        onClick={() => ask(true)}
      >
        {t('deleteAddress')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        close={() => ask(false)}
        title={t('deleteAddressAsked')}
        verb={t('deleteAddress')}
        confirm={() => void remove.run(id)}
        isPending={remove.isPending}
        isDangerous
        problem={remove.problem}
      >
        <Stack gap="xs">
          <Text>{list([line1, city].map(isolated))}</Text>
          <Text>{t('deleteAddressMore')}</Text>
        </Stack>
      </ConfirmDialog>
    </>
  );
}
