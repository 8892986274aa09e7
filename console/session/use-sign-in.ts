import { useQueryClient } from '@tanstack/react-query';
import type { StoreError } from '#clients/typescript/src/main.ts';
import { sessionIsBack } from '../data/connection.ts';
import { sessionRead, signInByLink, type Session } from '../data/session-api.ts';
import { useWrite } from '../data/use-write.ts';
import { useProblemMessage } from '../parts/problem-message.ts';
import { useTexts } from '../texts/language.tsx';
import { reloadForAnother } from './reload-for-another.ts';
import { codeOf, linkIsDone } from './sign-in-by.ts';
import { sessionTexts } from './texts.ts';

interface SignIn {
  signIn: (link: string) => Promise<unknown>;
  isPending: boolean;
  refusal: string | undefined;
}

/** After the sign-in, refetches the shown data. If a different user signed in, reloads the page. */
export function useSignIn(): SignIn {
  const queryClient = useQueryClient();
  const t = useTexts(sessionTexts);
  const messageOf = useProblemMessage();
  const { run, isPending, problem } = useWrite(async (link: string, { client }) => {
    await signInByLink(client, codeOf(link));
    const before = queryClient.getQueryData<Session>(['session']);
    if (before !== undefined && reloadForAnother(before, await sessionRead({ client }))) return;
    linkIsDone();
    sessionIsBack();
    await queryClient.invalidateQueries();
  });
  const reason = problem && reasonOf(problem);
  const refusal = reason === undefined ? problem && messageOf(problem) : t(reason);
  return { signIn: run, isPending, refusal };
}

const reasons = ['link_used', 'link_expired', 'link_invalid'] as const;

function reasonOf({ problem }: StoreError): (typeof reasons)[number] | undefined {
  return reasons.find((reason) => 'reason' in problem && problem.reason === reason);
}
