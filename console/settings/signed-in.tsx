import { Button, Card, Loader, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { sessionsEnd, sessionsRead, type KnownSession } from '../data/session-api.ts';
import { useRecord } from '../data/use-record.ts';
import { useWrite } from '../data/use-write.ts';
import { useFormat } from '../format/use-format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { settingsTexts } from './texts.ts';

/** All sessions of one user. */
interface Person extends Pick<KnownSession, 'subject' | 'name' | 'is_own'> {
  sessions: number;
  lastSignIn: string;
}

/** Lists the signed-in users. An admin can end all sessions of a user. */
export function SignedIn() {
  const t = useTexts(settingsTexts);
  const [asked, ask] = useState<Person>();
  const { record, problem, refresh } = useRecord(['sessions'], sessionsRead);
  const signOut = useWrite((client, person: Person) => sessionsEnd(client, person.subject), {
    touches: [['sessions']],
    done: () => {
      if (asked?.is_own === true) location.assign('/console/');
      ask(undefined);
    },
  });
  const columns = useColumns((person) => {
    signOut.clear();
    ask(person);
  });
  return (
    <Card withBorder component="section" aria-labelledby="signed-in">
      <Stack>
        <Title order={2} size="h4" id="signed-in">
          {t('signedIn')}
        </Title>
        <ProblemAlert problem={problem} retry={() => void refresh()} />
        {record === undefined && problem === undefined && <Loader size="sm" aria-label={t('signedIn')} />}
        {record !== undefined && (
          <DataTable
            caption={t('signedIn')}
            columns={columns}
            rows={peopleOf(record.sessions)}
            idOf={({ subject }) => subject}
            nameOf={({ name }) => name}
          />
        )}
      </Stack>
      {asked !== undefined && (
        <ConfirmDialog
          opened
          close={() => ask(undefined)}
          title={t('signOutAsked', { name: asked.name })}
          verb={t('signOutEverywhere')}
          confirm={() => void signOut.run(asked)}
          isPending={signOut.isPending}
          problem={signOut.problem}
        >
          <Text>{t('signOutMore')}</Text>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** Groups sessions by user, sorted by latest sign-in first, which is the sequence of `sessions`. */
function peopleOf(sessions: readonly KnownSession[]): Person[] {
  const people = new Map<string, Person>();
  for (const { subject, name, is_own, signed_in_at: lastSignIn } of sessions) {
    const known = people.get(subject) ?? { subject, name, is_own, sessions: 0, lastSignIn };
    people.set(subject, { ...known, sessions: known.sessions + 1 });
  }
  return [...people.values()];
}

function useColumns(ask: (person: Person) => void): Column<Person>[] {
  const t = useTexts(settingsTexts);
  const { moment, number } = useFormat();
  return [
    { key: 'name', title: t('person'), cell: ({ name }) => <Name>{name}</Name> },
    { key: 'sessions', title: t('sessionCount'), cell: ({ sessions }) => number(sessions), isFigure: true },
    { key: 'signed-in', title: t('lastSignIn'), cell: ({ lastSignIn }) => moment(lastSignIn) },
    {
      key: 'sign-out',
      title: t('signOutActions'),
      cell: (person) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t('signOutOf', { name: person.name })}
          onClick={() => ask(person)}
        >
          {t('signOutEverywhere')}
        </Button>
      ),
    },
  ];
}
