import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Order } from '#clients/typescript/src/main.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import {
  figureFields,
  lineFields,
  orderField,
  paragraphFields,
  type OwnInputField,
} from '../data/order-fields.ts';
import { useSession } from '../data/session.tsx';
import { useKeptDraft } from '../data/use-kept-draft.ts';
import { useAddresses } from '../data/use-addresses.ts';
import type { TextProps } from '../data/use-record-form.ts';
import { useFormat } from '../format/use-format.ts';
import { useAddressLine } from '../parts/address-lines.tsx';
import { LongText } from '../parts/long-text.tsx';
import { ownDirection } from '../parts/own-direction.ts';
import { useProblemMessage } from '../parts/problem-message.ts';
import { submits } from '../parts/submits.ts';
import { usePaymentOptions } from '../parts/use-payment-name.ts';
import { useTexts } from '../texts/language.tsx';
import { changedDetails, detailsOf, type TypedDetails } from './details-body.ts';
import { orderTexts } from './texts.ts';
import { typedFigure } from './typed-figure.ts';
import type { OrderPartProps } from './use-open-order.ts';
import { useOrderField } from './use-order-field.ts';

/** `seen` is the order as it was when the form was opened. Typed values are compared with it. */
export function DetailsForm({ seen, state }: OrderPartProps) {
  const { order } = seen;
  const { isPending, problem, finish, leaveEditing: leave } = state;
  const problemAt = useFieldProblem();
  const t = useTexts(orderTexts);
  const nameOf = useOrderField();
  const { plainMoney } = useFormat();
  const { time_zone: timeZone } = useSession();
  const [before] = useState(() => detailsOf(order, { plainMoney, timeZone }));
  const [typed, type] = useKeptDraft('details', before);
  const body = changedDetails(before, typed);
  const field = (name: keyof TypedDetails): TextProps => ({
    label: nameOf({ field: name }),
    value: typed[name],
    error: problemAt(problem, name),
    // The running request would not contain the input, and the form closes after it. So the input would be lost.
    readOnly: isPending,
    onChange: ({ currentTarget: { value } }) => type((now) => ({ ...now, [name]: value })),
  });
  const limit = (name: keyof TypedDetails) => ({ maxLength: orderField(name).maxLength ?? undefined });
  const ownInputs: Record<OwnInputField, ReactNode> = {
    address_id: <AddressField key="address_id" order={order} {...field('address_id')} />,
    payment_method: <PaymentField key="payment_method" {...field('payment_method')} />,
  };
  const submit = () => {
    if (body === undefined || isPending) return;
    if (Object.keys(body).length === 0) leave();
    else void finish({ kind: 'change', part: 'details', body, typed }, seen);
  };
  return (
    <Stack
      component="form"
      onSubmit={submits(submit)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
      }}
    >
      {paragraphFields.map((name, index) => (
        <LongText
          key={name}
          {...field(name)}
          {...limit(name)}
          minRows={2}
          attributes={ownDirection}
          autoFocus={index === 0}
        />
      ))}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {Object.values(ownInputs)}
        {lineFields.map((name) => (
          <LineField key={name} name={name} {...field(name)} />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 2, xs: 3 }}>
        {figureFields.map((name) => (
          <TextInput
            key={name}
            {...field(name)}
            inputMode="decimal"
            dir="ltr"
            error={typeof typedFigure(typed[name]) === 'number' ? problemAt(problem, name) : t('notANumber')}
          />
        ))}
      </SimpleGrid>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={leave}>
          {t('leave')}
        </Button>
        <Button type="submit" loading={isPending} disabled={body === undefined}>
          {t('save')}
        </Button>
      </Group>
    </Stack>
  );
}

function LineField({ name, ...props }: TextProps & { name: (typeof lineFields)[number] }) {
  const { kind, isNullable, maxLength } = orderField(name);
  if (kind === 'moment') return <TextInput {...props} type="datetime-local" dir="ltr" />;
  const direction = name === 'order_number' ? { dir: 'ltr' } : { attributes: ownDirection };
  return <TextInput {...props} {...direction} maxLength={maxLength ?? undefined} required={!isNullable} />;
}

function PaymentField({ readOnly, ...props }: TextProps) {
  return <NativeSelect {...props} disabled={readOnly} data={usePaymentOptions()} />;
}

/** Offers the customer's current addresses. The order stores a copy of the chosen address. */
function AddressField({ order, readOnly, ...props }: TextProps & { order: Order }) {
  const { rows, problem } = useAddresses(order.user_id);
  const line = useAddressLine();
  const messageOf = useProblemMessage();
  const known = rows.some(({ id }) => id === order.address_id) ? rows : [order.address, ...rows];
  const data = known.map((address) => ({ value: String(address.id), label: line(address) }));
  const error = props.error ?? (problem && messageOf(problem));
  return <NativeSelect {...props} error={error} disabled={readOnly} data={data} />;
}
