import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
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
import { useFormat } from '../format/use-format.ts';
import { ConflictAlert } from '../parts/conflict-alert.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { submits } from '../parts/submits.ts';
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
  const [reason, setReason] = useKeptDraft('stock reason', '');
  const why = reason.trim() === '' ? {} : { reason: reason.trim() };
  // Sends amounts as typed, because the API reports an amount that is not a number.
  const setting = useStockWrite((stock, options) =>
    adminInventorySet({ ...options, path, body: { stock, ...why } as InventorySetBody }),
  );
  const marking = useStockWrite((mark, options) =>
    adminInventorySet({ ...options, path, body: { low_stock_at: mark, ...why } as InventorySetBody }),
  );
  const adding = useStockWrite((by, options) =>
    adminInventoryAdjust({ ...options, path, body: { by, ...why } as InventoryAdjustBody }),
  );
  // The stock when the user began to type a count. The count is compared with this stock, even if a live
  // update has since loaded a newer one.
  const [begunOn, setBegunOn] = useKeptDraft<string | null>('stock begun on', null);
  const set = (typed: Typed) => setting.run(typed, { etag: setting.conflict?.etag ?? begunOn ?? etag });
  const forgetReason = () => setReason((now) => (now === reason ? '' : now));
  const stopCounting = async () => {
    if ((await set(null)) !== undefined) forgetReason();
    askToStop(false);
  };
  const withReason = (save: StockFormProps['save']) => async (typed: Typed) => {
    const saved = await save(typed);
    if (saved !== undefined) forgetReason();
    return saved;
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
          save={withReason(async (typed) => {
            if (typed !== null || stock.stock === null) return set(typed);
            askToStop(true);
            return undefined;
          })}
        />
        {stock.stock !== null && (
          <StockForm
            field="by"
            label={t('adjustStockBy')}
            verb={t('add')}
            write={adding}
            save={withReason((typed) => adding.run(typed))}
          />
        )}
        <StockForm
          field="low_stock_at"
          label={t('lowStockAt')}
          hint={t('noMark')}
          verb={t('setMark')}
          write={marking}
          save={withReason((typed) => marking.run(typed))}
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
        nameField={(field) => t(field === 'low_stock_at' ? 'lowStockAt' : 'stock')}
      >
        {t('setStockAnyway', { now })}
      </ConflictAlert>
    </Stack>
  );
}

type Typed = number | string | null;

function useStockWrite(send: (typed: Typed, options: SendOptions) => Write<Inventory>) {
  return useWrite(send, { touches: [['inventory']] });
}

interface StockFormProps {
  field: 'stock' | 'by' | 'low_stock_at';
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
  const [text, setText] = useKeptDraft(field, '');
  const [isSaved, setSaved] = useState(false);
  // A save empties the field. Until the user returns to the field, a press is the second one of a double click, or of Enter. It
  // must not send the empty field, which for example removes the low-stock alert.
  const [isSpent, setSpent] = useState(false);
  const submit = async () => {
    const isDone = (await save(text.trim() === '' ? null : typedNumber(text))) !== undefined;
    setSaved(isDone);
    if (!isDone) return;
    setSpent(true);
    setText((now) => (now === text ? '' : now));
    typed?.('');
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
