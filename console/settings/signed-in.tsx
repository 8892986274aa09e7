import { Text } from '@mantine/core';
import { sessionsEnd, sessionsRead, type KnownSession } from '../data/session-api.ts';
import { useRecord } from '../data/use-record.ts';
import { useWrite } from '../data/use-write.ts';
import { useFormat } from '../format/use-format.ts';
import { ConfirmButton } from '../parts/confirm-dialog.tsx';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Section } from '../parts/section.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import { Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { settingsTexts } from './texts.ts';

interface Person extends Pick<KnownSession, 'subject' | 'name' | 'is_own'> {
  sessions: number;
  lastSignIn: string;
}

/** Lists the users who are signed in. An admin can end all sessions of a user. */
export function SignedIn() {
  const t = useTexts(settingsTexts);
  const read = useRecord(['sessions'], sessionsRead);
  const columns = useColumns();
  return (
    <Section title={t('signedIn')}>
      <LoadState of={read} label={t('signedIn')} size="sm" />
      {read.record !== undefined && (
        <DataTable
          caption={t('signedIn')}
          columns={columns}
          rows={peopleOf(read.record.sessions)}
          idOf={({ subject }) => subject}
        />
      )}
    </Section>
  );
}

function SignOutButton({ person: { subject, name, is_own: isOwn } }: { person: Person }) {
  const t = useTexts(settingsTexts);
  const signOut = useWrite((_: undefined, { client }) => sessionsEnd(client, subject), {
    touches: [['sessions']],
    done: () => {
      if (isOwn) location.assign('/console/');
    },
    failedUnseen: useUnseenFailure(t('signOutOf', { name })),
  });
  return (
    <ConfirmButton
      look={{ size: 'xs' }}
      name={t('signOutOf', { name })}
      title={t('signOutAsked', { name })}
      verb={t('signOutEverywhere')}
      confirm={() => signOut.run(undefined)}
      write={signOut}
    >
      <Text>{t('signOutMore')}</Text>
    </ConfirmButton>
  );
}

/** Keeps the sequence of `sessions`, in which the latest sign-in is first. */
function peopleOf(sessions: readonly KnownSession[]): Person[] {
  const people = new Map<string, Person>();
  for (const { subject, name, is_own, signed_in_at: lastSignIn } of sessions) {
    const known = people.get(subject) ?? { subject, name, is_own, sessions: 0, lastSignIn };
    people.set(subject, { ...known, sessions: known.sessions + 1 });
  }
  return [...people.values()];
}

function useColumns(): Column<Person>[] {
  const t = useTexts(settingsTexts);
  const { moment, number } = useFormat();
  return [
    { key: 'name', title: t('name'), cell: ({ name }) => <Name>{name}</Name> },
    { key: 'sessions', title: t('sessionCount'), cell: ({ sessions }) => number(sessions), isFigure: true },
    { key: 'signed-in', title: t('lastSignIn'), cell: ({ lastSignIn }) => moment(lastSignIn) },
    {
      key: 'sign-out',
      title: t('signOutActions'),
      isFigure: true,
      isBare: true,
      cell: (person) => <SignOutButton person={person} />,
    },
  ];
}
