import { Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import {
  adminOperationsApply,
  adminOperationsDiscard,
  adminOperationsRedrive,
  adminOperationsUndo,
  operationsCancel,
} from '#clients/typescript/src/main.ts';
import { operationAddress } from '../data/operation-address.ts';
import type { OperationRecord } from '../data/use-operation.ts';
import { useGo } from '../data/use-go.ts';
import { preferring, useWrite } from '../data/use-write.ts';
import { ConfirmButton } from '../parts/confirm-dialog.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import { Moment } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { operationsTexts } from './texts.ts';
import type { Undoing } from './undo-chain.ts';
import { isAhead, useUndoChain } from './use-undo-chain.ts';

/** Cancels bulk work. Records that were already changed stay changed. */
export function CancelButton({ id }: { id: string }) {
  const t = useTexts(operationsTexts);
  const cancel = useWrite(
    (operation: string, { client }) => operationsCancel({ client, path: { id: operation } }),
    { touches: [['operations']], failedUnseen: useUnseenFailure(t('cancel')) },
  );
  return (
    <ConfirmButton
      title={t('cancelAsked')}
      verb={t('cancel')}
      confirm={() => cancel.run(id)}
      write={cancel}
      isDangerous
    >
      {t('cancelMore')}
    </ConfirmButton>
  );
}

/** Each action asks for a reason, and the store records it. */
export function ParkedActions({ id }: { id: string }) {
  return (
    <Group>
      <ParkedAction id={id} action="redrive" />
      <ParkedAction id={id} action="discard" />
    </Group>
  );
}

function ParkedAction({ id, action }: { id: string; action: 'redrive' | 'discard' }) {
  const t = useTexts(operationsTexts);
  const [isForced, force] = useState(false);
  const decide = useWrite(
    (reason: string, { client }) => {
      const options = { client, path: { id } };
      const sent =
        action === 'redrive'
          ? adminOperationsRedrive({ ...options, body: { reason, ...(isForced && { force: true }) } })
          : adminOperationsDiscard({ ...options, body: { reason } });
      // Wait only until the store accepts the decision, because the operation's record then shows the result.
      return sent.operation();
    },
    { touches: [['operations']], failedUnseen: useUnseenFailure(t(action)) },
  );
  const mayForce = action === 'redrive' && (isForced || decide.problem?.status === 409);
  return (
    <ConfirmButton
      title={t(action === 'redrive' ? 'redriveAsked' : 'discardAsked')}
      verb={t(action)}
      look={{ variant: action === 'redrive' ? 'filled' : 'default' }}
      asked={() => force(false)}
      confirm={decide.run}
      write={decide}
      isDangerous={action === 'discard'}
      reason={{ field: 'reason', isRequired: true }}
    >
      {t(action === 'redrive' ? 'redriveMore' : 'discardMore')}
      {mayForce && (
        <Checkbox
          label={t('redriveForced')}
          checked={isForced}
          onChange={({ currentTarget: { checked } }) => force(checked)}
        />
      )}
    </ConfirmButton>
  );
}

type FollowUp = 'apply' | Undoing;

export function FollowUpButtons({ operation }: { operation: OperationRecord }) {
  const { apply_until: applyUntil, result } = operation;
  const { open = [] } = useUndoChain(operation) ?? {};
  return (
    <>
      {isAhead(applyUntil) && (
        <FollowUpButton act="apply" operation={operation} count={result?.changed ?? 0} until={applyUntil} />
      )}
      {open.map((step) => (
        <FollowUpButton
          key={step.operation.id}
          act={step.act === 'undo' ? 'redo' : 'undo'}
          operation={step.operation}
          count={step.count}
          until={step.operation.undo_until ?? ''}
        />
      ))}
    </>
  );
}

interface FollowUpButtonProps {
  act: FollowUp;
  operation: OperationRecord;
  count: number;
  until: string;
}

function FollowUpButton({ act, operation: { id }, count, until }: FollowUpButtonProps) {
  const t = useTexts(operationsTexts);
  const go = useGo();
  const write = useWrite(
    (operation: string, options) => {
      const call = act === 'apply' ? adminOperationsApply : adminOperationsUndo;
      return call({ ...preferring(options, 'wait=2'), path: { id: operation }, body: {} });
    },
    {
      touches: [['operations'], ['orders'], ['payments'], ['returns'], ['products'], ['subscriptions']],
      done: (begun) => go(operationAddress(begun.id)),
      failedUnseen: useUnseenFailure(t(act)),
    },
  );
  return (
    <ConfirmButton
      title={t(`${act}Asked`)}
      verb={t(act)}
      look={{ variant: act === 'apply' ? 'filled' : 'outline' }}
      confirm={() => write.run(id)}
      write={write}
    >
      <Text>{t(`${act}More`)}</Text>
      <Text>{t('records', { count })}</Text>
      <Text>
        {t('until')} <Moment at={until} style="moment" />
      </Text>
    </ConfirmButton>
  );
}
