import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useFieldProblem } from '../data/use-field-problem.ts';
import type { WriteState } from '../data/use-write.ts';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { partTexts } from '../parts/texts.ts';
import { ownDirection } from '../parts/own-direction.ts';
import { useTexts } from '../texts/language.tsx';
import { settingsTexts } from './texts.ts';
import { Dialog } from '../parts/dialog.tsx';

interface RenameDialogProps {
  name: string;
  /** The view's index in the saved list. */
  index: number;
  close: () => void;
  rename: (name: string) => void;
  /** The names of the other saved views in the same list. */
  taken: readonly string[];
  save: Pick<WriteState<never, unknown>, 'isPending' | 'problem'>;
  meanwhile: ReactNode;
}

const dialogTexts = { ...settingsTexts, ...partTexts, rename: settingsTexts.rename };

export function RenameDialog({ name, index, close, rename, taken, save, meanwhile }: RenameDialogProps) {
  const problemAt = useFieldProblem();
  const t = useTexts(dialogTexts);
  const [typed, setTyped] = useState(name);
  const isTaken = taken.includes(typed.trim());
  const wrong = isTaken ? t('viewTaken') : problemAt(save.problem, `views.${index}.name`);
  return (
    <Dialog opened onClose={close} title={t('renameOf', { name })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending && !isTaken) rename(typed);
        }}
      >
        <Stack>
          <TextInput
            label={t('viewName')}
            value={typed}
            error={wrong}
            attributes={ownDirection}
            autoComplete="off"
            data-autofocus
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          {meanwhile}
          {wrong === undefined && <ProblemAlert problem={save.problem} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('goBack')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('rename')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
