import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { adminOrderNotesCreate, type Order } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useKeptDraft } from '../data/use-kept-draft.ts';
import { useWrite } from '../data/use-write.ts';
import { LongText } from '../parts/long-text.tsx';
import { ownDirection } from '../parts/own-direction.ts';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { useShortcuts } from '../parts/shortcuts.tsx';
import { submits } from '../parts/submits.ts';
import { Timeline } from '../parts/timeline.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { orderTexts } from './texts.ts';

export function OrderHistory({ order }: { order: Order }) {
  const mayWrite = useMayWrite();
  const products = new Map(order.items.map(({ product }) => [product.id, product.name]));
  return (
    <Timeline kind="orders" id={order.id} customer={order.user} products={products}>
      {mayWrite && <NoteForm order={order.id} />}
    </Timeline>
  );
}

const mostLetters = 2000;

/** The text stays in the input until the store has saved the note. */
function NoteForm({ order }: { order: number }) {
  const problemAt = useFieldProblem();
  const t = useTexts(orderTexts);
  const [text, setText, forgetSent, keys] = useKeptDraft('note', '');
  const input = useRef<HTMLTextAreaElement>(null);
  const write = useWrite(
    (note: string, options) => adminOrderNotesCreate({ ...options, path: { order }, body: { text: note } }),
    {
      touches: [['orders', order, 'timeline']],
      keys,
      // Text that was typed during the request stays as the next note.
      done: () => void forgetSent(text),
      failedUnseen: useUnseenFailure(t('addNote')),
    },
  );
  const wrong = problemAt(write.problem, 'text');
  const send = () => {
    if (text.trim() !== '' && !write.isPending) void write.run(text.trim());
  };
  useShortcuts([{ key: 'n', does: t('addNote'), run: () => input.current?.focus() }]);
  return (
    <form aria-label={t('addNote')} onSubmit={submits(send)}>
      <Stack gap="xs">
        <LongText
          ref={input}
          label={t('noteOfStaff')}
          description={t('noteOfStaffMore')}
          minRows={1}
          maxLength={mostLetters}
          attributes={ownDirection}
          value={text}
          error={wrong}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            // Text that the user types into the emptied field is a new note, even if it is the same text. `setText` deletes the keys
            // only if no blank is left.
            if (value.trim() === '') keys.forget();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          }}
        />
        {wrong === undefined && <ProblemAlert problem={write.problem} />}
        <Group gap="sm">
          <Button type="submit" variant="default" loading={write.isPending} disabled={text.trim() === ''}>
            {t('addNote')}
          </Button>
          <Text role="status" size="sm">
            {write.operation === undefined ? '' : t('sending')}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}
