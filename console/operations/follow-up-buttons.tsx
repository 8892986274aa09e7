import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { operationsApply, operationsUndo } from '#clients/typescript/src/main.ts';
import { operationAddress } from '../data/operation-address.ts';
import type { OperationRecord } from '../data/operation-record.ts';
import { useWrite } from '../data/use-write.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Moment } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { operationsTexts } from './texts.ts';
import { isAhead, useUndoChain, type Undoing } from './use-undo-chain.ts';

type FollowUp = 'apply' | Undoing;

/** Buttons for the next steps of bulk work: apply a rehearsal, undo a change, or redo an undone change. */
export function FollowUpButtons({ operation }: { operation: OperationRecord }) {
  const { apply_until: applyUntil } = operation;
  const { open = [] } = useUndoChain(operation) ?? {};
  return (
    <>
      {isAhead(applyUntil) && <FollowUpButton act="apply" operation={operation} until={applyUntil} />}
      {open.map((step) => (
        <FollowUpButton
          key={step.operation.id}
          act={step.act === 'undo' ? 'redo' : 'undo'}
          operation={step.operation}
          until={step.operation.undo_until ?? ''}
        />
      ))}
    </>
  );
}

interface FollowUpButtonProps {
  act: FollowUp;
  operation: OperationRecord;
  until: string;
}

function FollowUpButton({ act, operation: { id, result }, until }: FollowUpButtonProps) {
  const t = useTexts(operationsTexts);
  const [, go] = useLocation();
  const [isAsked, ask] = useState(false);
  const write = useWrite(
    (client, operation: string, headers) => {
      const options = { client, path: { id: operation }, headers: { ...headers, Prefer: 'wait=2' } };
      return act === 'apply'
        ? operationsApply({ ...options, body: {} })
        : operationsUndo({ ...options, body: {} });
    },
    { touches: [['operations'], ['orders'], ['products'], ['subscriptions']] },
  );
  const confirm = async () => {
    const begun = await write.run(id);
    if (begun) go(operationAddress(begun.id));
  };
  const texts = {
    apply: { verb: t('apply'), asked: t('applyAsked'), more: t('applyMore') },
    undo: { verb: t('undo'), asked: t('undoAsked'), more: t('undoMore') },
    redo: { verb: t('redo'), asked: t('redoAsked'), more: t('redoMore') },
  }[act];
  return (
    <>
      <Button variant={act === 'apply' ? 'filled' : 'outline'} onClick={() => ask(true)}>
        {texts.verb}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        close={() => ask(false)}
        title={texts.asked}
        verb={texts.verb}
        confirm={() => void confirm()}
        isPending={write.isPending}
        problem={write.problem}
      >
        <Text>{texts.more}</Text>
        <Text>{t('records', { count: result?.changed ?? 0 })}</Text>
        <Text>
          {t('until')} <Moment at={until} style="moment" />
        </Text>
      </ConfirmDialog>
    </>
  );
}
