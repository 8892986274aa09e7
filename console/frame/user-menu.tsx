import { Loader, Menu, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { forgetPerson } from '../data/order-walk.ts';
import { useMayWrite, useSession } from '../data/session.tsx';
import { sessionEnd } from '../data/session-api.ts';
import { useWrite } from '../data/use-write.ts';
import { useFormat } from '../format/use-format.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useOpened, type Opener } from '../parts/later.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { useTexts } from '../texts/language.tsx';
import { AccountButton } from './account-button.tsx';
import { isSoundOn, turnSound } from './sound.ts';
import { frameTexts } from './texts.ts';

const schemes = ['light', 'dark', 'auto'] as const;

export default function UserMenu({ isFocused }: Opener) {
  const t = useTexts(frameTexts);
  const mayWrite = useMayWrite();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [isLoud, setLoud] = useState(isSoundOn);
  const [opened, setOpened] = useOpened();
  const signOut = useSignOut();
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} opened={opened} onChange={setOpened}>
        <Menu.Target>
          <AccountButton autoFocus={isFocused} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <SessionEnds />
            {mayWrite ? '' : ` · ${t('readOnly')}`}
          </Menu.Label>
          <Menu.Label>{t('scheme')}</Menu.Label>
          {schemes.map((scheme) => (
            <Menu.RadioItem
              key={scheme}
              value={scheme}
              checked={colorScheme === scheme}
              onChange={() => setColorScheme(scheme)}
            >
              {t(scheme)}
            </Menu.RadioItem>
          ))}
          <Menu.Divider />
          <Menu.CheckboxItem
            checked={isLoud}
            onChange={(on) => {
              turnSound(on);
              setLoud(on);
            }}
          >
            {t('sound')}
          </Menu.CheckboxItem>
          <Menu.Divider />
          <Menu.Item onClick={() => void signOut.run(undefined)}>{t('signOut')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SignOutDialog signOut={signOut} />
    </>
  );
}

/** A separate component, because its time needs to be formatted only when the menu opens. */
function SessionEnds() {
  const t = useTexts(frameTexts);
  const { ends_at: endsAt } = useSession();
  const { moment } = useFormat();
  return t('sessionEnds', { at: moment(endsAt, 'time') });
}

/** Signs out and loads a new document, which discards all data in memory. */
function useSignOut() {
  return useWrite((_: undefined, { client }) => sessionEnd(client), {
    done: ({ sign_out_url: providersUrl }) => {
      forgetPerson();
      location.assign(providersUrl ?? '/console/');
    },
  });
}

/** Shown until the session has ended, so that a person at a shared computer notices a failed sign-out. */
function SignOutDialog({ signOut }: { signOut: ReturnType<typeof useSignOut> }) {
  const t = useTexts(frameTexts);
  const { isPending, problem, clear, run } = signOut;
  const isRefused = problem !== undefined;
  return (
    <Dialog opened={isPending || isRefused} onClose={clear} title={t(isRefused ? 'stillIn' : 'signingOut')}>
      {isRefused ? (
        <ProblemAlert problem={problem} retry={() => void run(undefined)} />
      ) : (
        <Loader size="sm" aria-label={t('signingOut')} />
      )}
    </Dialog>
  );
}
