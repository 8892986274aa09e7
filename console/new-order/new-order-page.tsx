import { Alert, Button, Group, Kbd, Loader, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import {
  adminOrdersCreate,
  adminOrdersRehearseCreate,
  ConnectionFailed,
  OutOfStock,
  Unauthenticated,
  type OrdersCreateBody,
  type StoreError,
} from '#clients/typescript/src/main.ts';
import { shortTimeouts } from '../data/client.tsx';
import { orderField, orderFieldTexts } from '../data/order-fields.ts';
import { useMayWrite } from '../data/session.tsx';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useGo } from '../data/use-go.ts';
import { useKeptDraft } from '../data/use-kept-draft.ts';
import { useLeaveWarning } from '../data/use-leave-warning.ts';
import { useRehearsal } from '../data/use-rehearsal.ts';
import { preferring, useWrite, type WriteState } from '../data/use-write.ts';
import type { WriteKeys } from '../data/write-fate.ts';
import { useFormat } from '../format/use-format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useFocusBack } from '../parts/focus-back.ts';
import { LongText } from '../parts/long-text.tsx';
import { MissingPage } from '../parts/missing-page.tsx';
import { ownDirection } from '../parts/own-direction.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { Section } from '../parts/section.tsx';
import { isDialogOpen } from '../parts/shortcuts.tsx';
import { usePaymentOptions } from '../parts/use-payment-name.ts';
import { useToast, useUnseenFailure } from '../parts/toast.tsx';
import { KeptAlert, SignedOutAlert } from '../parts/unsent-write.tsx';
import { useTexts } from '../texts/language.tsx';
import { ChooseAddress } from './choose-address.tsx';
import { ChooseCustomer } from './choose-customer.tsx';
import { OrderTotals } from './order-totals.tsx';
import { emptyOrder, missingIn, newOrderBody, type Missing, type OrderDraft } from './order-draft.ts';
import { OrderedLines } from './ordered-lines.tsx';
import { newOrderTexts } from './texts.ts';
import './new-order.css';

export default function NewOrderPage() {
  const t = useTexts(newOrderTexts);
  if (!useMayWrite()) return <MissingPage title={t('readOnly')} href="/orders" back={t('backToList')} />;
  return <NewOrder />;
}

function NewOrder() {
  const t = useTexts(newOrderTexts);
  const { decimals } = useFormat();
  const [draft, setDraft, forgetSent, keys] = useKeptDraft('new order', emptyOrder);
  const rehearsed = useRehearsal(
    ['orders'],
    draft,
    (now) => newOrderBody(now, decimals),
    (body, options) => adminOrdersRehearseCreate({ ...options, body }),
  );
  const write = usePlacing(keys, () => forgetSent(draft));
  // The fields are disabled while the order is being placed, and a disabled field loses the focus. So give the focus back
  // afterwards.
  const focusedRef = useFocusBack(write.isPending);
  const [isTried, setTried] = useState(false);
  const customerInput = useRef<HTMLInputElement>(null);
  const productInput = useRef<HTMLInputElement>(null);
  const missing = missingIn(draft);
  const change = (changes: Partial<OrderDraft>) => {
    // The fields are disabled while the order is being placed, but an open list of options still accepts a choice. The request
    // would not contain it.
    if (write.isPending) return;
    if (write.problem !== undefined) write.clear();
    setDraft((now) => ({ ...now, ...changes }));
  };
  const place = () => {
    const body = newOrderBody(draft, decimals);
    setTried(true);
    if (missing.includes('customer')) customerInput.current?.focus();
    else if (missing.includes('lines')) productInput.current?.focus();
    if (body === undefined || write.isPending) return;
    focusedRef.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    void write.run(body);
  };
  usePlaceKey(place);
  useEffect(() => customerInput.current?.focus(), []);
  const foreseen = rehearsed.isOutdated ? undefined : rehearsed.problem;
  const problem = write.problem ?? foreseen;
  const problems = useProblems(problem, draft, isTried ? missing : []);
  return (
    <Stack>
      <PageTitle title={t('newOrder')} back={{ href: '/orders', label: t('orders') }}>
        <StartOver
          isPossible={draft !== emptyOrder && !write.isPending}
          startOver={() => {
            setDraft(emptyOrder);
            setTried(false);
            write.clear();
          }}
        />
      </PageTitle>
      <div className="new-order">
        <Fields isDisabled={write.isPending}>
          <ChooseCustomer
            key={draft.customer?.id ?? 0}
            chosen={draft.customer}
            choose={(customer) => {
              change({ customer, address: null });
              focusNext(customer === null ? customerInput : productInput);
            }}
            error={problems.customer}
            inputRef={customerInput}
          />
          {draft.customer !== null && (
            <ChooseAddress
              customer={draft.customer.id}
              chosen={draft.address}
              choose={(address) => change({ address })}
              error={problems.address}
            />
          )}
          <OrderedLines
            lines={draft.lines}
            change={(lines) => change({ lines })}
            placed={rehearsed.outcome?.items}
            problemOf={problems.line}
            error={problems.lines}
            searchRef={productInput}
          />
        </Fields>
        <Stack className="new-order-end">
          <Section title={t('payment')}>
            <Fields isDisabled={write.isPending} gap="sm">
              <Terms draft={draft} change={change} problems={problems} />
            </Fields>
            <OrderTotals
              order={missing.length === 0 ? rehearsed.outcome : undefined}
              isOutdated={rehearsed.isOutdated}
              instead={missing.length > 0 ? 'notReady' : problems.isMarked ? 'correctFirst' : undefined}
            />
            <Button
              size="md"
              loading={write.isPending}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              onClick={place}
              rightSection={
                <Kbd visibleFrom="sm" size="xs" dir="ltr" aria-hidden>
                  Ctrl ↵
                </Kbd>
              }
            >
              {t('place')}
            </Button>
            <PlaceNotice write={write} problem={problems.other} place={place} />
          </Section>
        </Stack>
      </div>
    </Stack>
  );
}

interface FieldsProps {
  isDisabled: boolean;
  gap?: 'sm' | 'md';
  children: ReactNode;
}

function Fields({ isDisabled, gap = 'md', children }: FieldsProps) {
  return (
    <fieldset className="new-order-fields" disabled={isDisabled} aria-busy={isDisabled}>
      <Stack gap={gap}>{children}</Stack>
    </fieldset>
  );
}

/** Waits until React has shown the field. */
function focusNext(input: RefObject<HTMLInputElement | null>): void {
  setTimeout(() => input.current?.focus());
}

/** `forget` deletes the draft. It returns false if staff already type another order, and this page then stays open. */
function usePlacing(keys: WriteKeys, forget: () => boolean) {
  const t = useTexts(newOrderTexts);
  const go = useGo();
  const toast = useToast();
  const write = useWrite(
    (body: OrdersCreateBody, options) =>
      adminOrdersCreate({ ...preferring(options, 'wait=2'), ...shortTimeouts, body }),
    {
      touches: [['orders'], ['inventory']],
      isKept: true,
      keys,
      done: ({ id, order_number: number }) => {
        if (forget()) go(`/orders/${id}`, { replace: true });
        toast({ message: t('placed', { number }) });
      },
      failedUnseen: useUnseenFailure(t('newOrder')),
    },
  );
  useLeaveWarning(write.isPending);
  return write;
}

/** Ctrl+Enter places the order from any field. */
function usePlaceKey(place: () => void): void {
  const held = useRef(place);
  useEffect(() => {
    held.current = place;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || isDialogOpen())
        return;
      event.preventDefault();
      held.current();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

interface Problems {
  customer: string | undefined;
  address: string | undefined;
  lines: string | undefined;
  line: (index: number) => string | undefined;
  discount: string | undefined;
  notes: string | undefined;
  /** Whether at least one field shows a problem. */
  isMarked: boolean;
  /** The API's problem, if no field shows a problem. */
  other: StoreError | undefined;
}

/** The missing and invalid values, by the field that shows them. */
function useProblems(
  problem: StoreError | undefined,
  { lines }: OrderDraft,
  missing: readonly Missing[],
): Problems {
  const t = useTexts(newOrderTexts);
  const problemAt = useFieldProblem();
  const { number } = useFormat();
  const short = problem instanceof OutOfStock ? problem.products : [];
  const line = (index: number) => {
    const product = lines[index]?.product.id;
    const lack = short.find(({ product_id: id }) => id === product);
    if (lack !== undefined)
      return lack.available === 0 ? t('noneLeft') : t('onlyLeft', { left: number(lack.available) });
    return problemAt(problem, `items.${index}.amount`) ?? problemAt(problem, `items.${index}.product_id`);
  };
  const discountAt = lines.map((_, index) => `items.${index}.discount_amount`);
  const fields = {
    customer: missing.includes('customer') ? t('customerMissing') : problemAt(problem, 'user_id'),
    address: missing.includes('address') ? t('addressMissing') : problemAt(problem, 'address_id'),
    lines: missing.includes('lines') ? t('linesMissing') : problemAt(problem, 'items'),
    discount: discountAt.some((field) => isTooLarge(problem, field))
      ? t('discountTooLarge')
      : discountAt.map((field) => problemAt(problem, field)).find((wrong) => wrong !== undefined),
    notes: problemAt(problem, 'notes'),
  };
  const isMarked =
    Object.values(fields).some((wrong) => wrong !== undefined) ||
    lines.some((_, index) => line(index) !== undefined);
  return { ...fields, line, isMarked, other: isMarked ? undefined : problem };
}

/**
 * Whether the API rejects a line's discount as too large. Staff typed one discount for the whole order, so a limit for one line
 * would confuse them.
 */
function isTooLarge(problem: StoreError | undefined, field: string): boolean {
  return problem?.problem.rules?.[field]?.some(({ rule }) => rule === 'max') ?? false;
}

interface TermsProps {
  draft: OrderDraft;
  change: (changes: Partial<OrderDraft>) => void;
  problems: Problems;
}

function Terms({ draft, change, problems }: TermsProps) {
  const t = useTexts(newOrderTexts);
  const nameOf = useTexts(orderFieldTexts);
  return (
    <>
      <NativeSelect
        label={t('paymentMethod')}
        value={String(draft.payment)}
        data={usePaymentOptions()}
        onChange={({ currentTarget: { value } }) => change({ payment: Number(value) })}
      />
      <TextInput
        label={t('discount')}
        description={t('discountMore')}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        value={draft.discount}
        error={problems.discount}
        onChange={({ currentTarget: { value } }) => change({ discount: value })}
      />
      <LongText
        label={nameOf('notes')}
        description={t('notesMore')}
        maxLength={orderField('notes').maxLength ?? undefined}
        minRows={2}
        attributes={ownDirection}
        value={draft.notes}
        error={problems.notes}
        onChange={({ currentTarget: { value } }) => change({ notes: value })}
      />
    </>
  );
}

interface PlaceNoticeProps {
  write: WriteState<OrdersCreateBody, unknown>;
  problem: StoreError | undefined;
  place: () => void;
}

function PlaceNotice({ write, problem, place }: PlaceNoticeProps) {
  const t = useTexts(newOrderTexts);
  const { kept, operation, step } = write;
  return (
    <>
      <div role="status">
        {kept !== undefined && <KeptAlert kept={kept} />}
        {step === 'taken' && operation !== undefined && (
          <Alert role="group" color="blue">
            <Group gap="sm" wrap="nowrap">
              <Loader size="sm" />
              <Text>{t('taken')}</Text>
            </Group>
          </Alert>
        )}
      </div>
      <Refusal problem={problem} write={write} place={place} />
    </>
  );
}

/** Shows an error that belongs to no field, in the console's own words. */
function Refusal({ problem, write: { step, isAccepted }, place }: PlaceNoticeProps) {
  const t = useTexts(newOrderTexts);
  // If the session ended during a rehearsal (a dry run), the console's sign-in dialog reports it, so nothing is shown here.
  if (problem instanceof Unauthenticated)
    return step === 'refused' ? <SignedOutAlert isAccepted={isAccepted} sendAgain={place} /> : null;
  const isInWords = problem instanceof ConnectionFailed || Object.keys(problem?.fields ?? {}).length > 0;
  if (problem === undefined || isInWords) return <ProblemAlert problem={problem} />;
  return (
    <Alert color="red" title={t('notPlaced')}>
      {t(problem.status === 429 ? 'tooFast' : 'notPlacedMore')}
    </Alert>
  );
}

function StartOver({ isPossible, startOver }: { isPossible: boolean; startOver: () => void }) {
  const t = useTexts(newOrderTexts);
  const [isAsked, ask] = useState(false);
  if (!isPossible && !isAsked) return null;
  return (
    <>
      <Button variant="default" onClick={() => ask(true)}>
        {t('startOver')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        close={() => ask(false)}
        title={t('startOverAsked')}
        verb={t('startOver')}
        isDangerous
        write={{}}
        confirm={() => {
          ask(false);
          startOver();
        }}
      >
        <Text>{t('startOverMore')}</Text>
      </ConfirmDialog>
    </>
  );
}
