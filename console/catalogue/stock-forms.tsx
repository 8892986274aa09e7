import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  adminInventoryAdjust,
  adminInventorySet,
  type Inventory,
  type InventoryAdjustBody,
  type InventorySetBody,
  type Write,
} from '#clients/typescript/src/main.ts';
import { typedNumber } from '../format/typed-number.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useKeptDraft } from '../data/use-kept-draft.ts';
import { useWrite, type SendOptions, type WriteState } from '../data/use-write.ts';
import { storedWriteKeys } from '../data/write-fate.ts';
import { useFormat } from '../format/use-format.ts';
import { ConflictAlert } from '../parts/conflict-alert.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { submits } from '../parts/submits.ts';
import { useUnseenFailure } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { catalogueTexts } from './texts.ts';

interface StockFormsProps {
  product: number;
  stock: Inventory;
  etag: string | undefined;
}

/**
 * Two forms: one for a count and one for a delivery. A count replaces the stock. A delivery adds to the
 * stock, even if units were sold meanwhile.
 */
export function StockForms({ product, stock, etag }: StockFormsProps) {
  const t = useTexts(catalogueTexts);
  const { number } = useFormat();
  const path = { product };
  const [isStopAsked, askToStop] = useState(false);
  const [reason, setReason, forgetReason] = useKeptDraft('stock reason', '');
  const given = { product, reason, saved: forgetReason };
  // The stock when the user began to type a count. The count is compared with this stock, even if a live
  // update has since loaded a newer one.
  const [begunOn, setBegunOn] = useKeptDraft<string | null>('stock begun on', null);
  // Sends amounts as typed, because the API reports an amount that is not a number.
  const setting = useStockWrite('stock', given, (stock, why, options) =>
    adminInventorySet({ ...options, path, body: { stock, ...why } as InventorySetBody }),
  );
  const marking = useStockWrite('low_stock_at', given, async (mark, why, options) => {
    // An alert conflicts with no other change of the stock, so it needs no `If-Match`. The version is only part of the wish
    // behind the idempotency key: once someone else has changed the alert, setting the same alert again is a new write.
    const { 'If-Match': _, ...headers } = options.headers;
    const body = { low_stock_at: mark, ...why } as InventorySetBody;
    const { data, etag: marked } = await adminInventorySet({
      ...options,
      headers,
      path,
      body,
    }).withResponse();
    // If only the alert has changed, a count that the user is typing is still based on the current stock.
    if (marked !== null && data.stock === stock.stock && data.held === stock.held)
      setBegunOn((before) => (before === etag ? marked : before));
    return data;
  });
  const adding = useStockWrite('by', given, (by, why, options) =>
    adminInventoryAdjust({ ...options, path, body: { by, ...why } as InventoryAdjustBody }),
  );
  const set = (typed: Typed) => setting.run(typed, { etag: setting.conflict?.etag ?? begunOn ?? etag });
  const stopCounting = async () => {
    await set(null);
    askToStop(false);
  };
  const now = stock.stock === null ? t('notCounted') : number(stock.stock);
  return (
    <Stack>
      <Stack gap="sm">
        <StockForm
          field="stock"
          label={t('setStockTo')}
          hint={t('setStockHint')}
          verb={t('setStock')}
          write={setting}
          typed={(text) => setBegunOn((before) => (text.trim() === '' ? null : (before ?? etag ?? null)))}
          save={async (typed) => {
            if (typed !== null || stock.stock === null) return set(typed);
            askToStop(true);
            return undefined;
          }}
        />
        {stock.stock !== null && (
          <StockForm
            field="by"
            label={t('adjustStockBy')}
            verb={t('add')}
            write={adding}
            // An amount that the user types into the emptied field is a new delivery, even if it is the same amount.
            typed={(text) => {
              if (text.trim() === '') adding.forgetKey();
            }}
            save={(typed) => adding.run(typed)}
          />
        )}
        <StockForm
          field="low_stock_at"
          label={t('lowStockAt')}
          hint={t('noMark')}
          verb={t('setMark')}
          write={marking}
          save={(typed) => marking.run(typed, { etag })}
        />
        <TextInput
          label={t('stockReason')}
          value={reason}
          maxLength={500}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      </Stack>
      <ConfirmDialog
        opened={isStopAsked}
        close={() => askToStop(false)}
        title={t('stopCountingAsked')}
        verb={t('stopCounting')}
        confirm={() => void stopCounting()}
        write={{ isPending: setting.isPending }}
        isDangerous
      >
        <Text>{t('stopCountingMore', { now })}</Text>
      </ConfirmDialog>
      <ConflictAlert
        conflict={setting.conflict}
        mine={<Text>{setting.conflict?.mine ?? t('notCounted')}</Text>}
      >
        {t('setStockAnyway', { now })}
      </ConflictAlert>
    </Stack>
  );
}

type Typed = number | string | null;

interface GivenReason {
  product: number;
  reason: string;
  /** Called after a save with the reason that was sent. */
  saved: (sent: string) => void;
}

/**
 * A retry sends the reason of the first attempt, even if the user has changed the reason since. The first attempt may have been
 * applied, and with the same idempotency key the store accepts only the same body.
 */
function useStockWrite(
  field: StockField,
  { product, reason, saved }: GivenReason,
  send: (
    typed: Typed,
    why: { reason?: string },
    options: SendOptions,
  ) => Write<Inventory> | Promise<Inventory>,
) {
  const t = useTexts(catalogueTexts);
  const keys = storedWriteKeys(`stock ${product} ${field}`);
  // Stored like the key, so that a retry after a reload also sends the first reason.
  const [kept, keep] = useKeptDraft(`${field} sent`, nothingSent);
  const sent = useRef(kept);
  const write = useWrite(
    (typed: Typed, options: SendOptions) => {
      const key = options.headers['Idempotency-Key'];
      if (sent.current.key !== key) sent.current = { key, reason };
      keep(sent.current);
      const said = sent.current.reason.trim();
      return send(typed, said === '' ? {} : { reason: said }, options);
    },
    {
      touches: [['inventory']],
      done: () => {
        saved(sent.current.reason);
        // The user may have left the page during this write and sent another one, whose reason must stay.
        keep((now) => (now.key === sent.current.key ? nothingSent : now));
      },
      failedUnseen: useUnseenFailure(t('saveOf', { name: t('stock') })),
      keys,
    },
  );
  return { ...write, forgetKey: () => keys.forget() };
}

const nothingSent = { key: '', reason: '' };

type StockField = 'stock' | 'by' | 'low_stock_at';

interface StockFormProps {
  field: StockField;
  label: string;
  hint?: string;
  verb: string;
  write: WriteState<Typed, Inventory>;
  save: (typed: Typed) => Promise<Inventory | undefined>;
  /** Called with the text after each input, and after a save has emptied the field. */
  typed?: (text: string) => void;
}

function StockForm({ field, label, hint, verb, write, save, typed }: StockFormProps) {
  const problemAt = useFieldProblem();
  const t = useTexts(catalogueTexts);
  const [text, setText, forgetText] = useKeptDraft(field, '');
  const [isSaved, setSaved] = useState(false);
  // A save empties the field. Until the user returns to the field, a press is the second one of a double click, or of Enter. It
  // must not send the empty field, which for example removes the low-stock alert.
  const [isSpent, setSpent] = useState(false);
  const submit = async () => {
    const isDone = (await save(text.trim() === '' ? null : typedNumber(text))) !== undefined;
    setSaved(isDone);
    if (!isDone) return;
    setSpent(true);
    if (forgetText(text)) typed?.('');
  };
  const wrong = problemAt(write.problem, field);
  return (
    <form
      noValidate
      onSubmit={submits(() => {
        if (!write.isPending && !isSpent) void submit();
      })}
    >
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          className="grows"
          label={label}
          description={hint}
          value={text}
          error={wrong}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          onFocus={() => setSpent(false)}
          onChange={({ currentTarget: { value } }) => {
            setSpent(false);
            setText(value);
            typed?.(value);
            setSaved(false);
          }}
        />
        <Button type="submit" variant="default" loading={write.isPending}>
          {verb}
        </Button>
      </Group>
      <Text role="status">{isSaved ? t('stockSaved') : ''}</Text>
      {wrong === undefined && <ProblemAlert problem={write.problem} />}
    </form>
  );
}
