import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { StoreError } from '#clients/typescript/src/main.ts';
import { useClient } from '../data/client.tsx';
import { sessionIsBack } from '../data/connection.ts';
import { sessionRead, signInByLink, type Session } from '../data/session-api.ts';
import { useTexts } from '../texts/language.tsx';
import { linkIsDone } from './opened-link.ts';
import { reloadForAnother } from './reload-for-another.ts';
import { codeOf } from './sign-in-by.ts';
import { sessionTexts } from './texts.ts';

interface SignIn {
  signIn: (link: string) => Promise<void>;
  isPending: boolean;
  /** Why the link was rejected. */
  refusal: string | undefined;
}

/** Signs in with a one-time link and refetches the shown data. If a different user signed in, reloads the page. */
export function useSignIn(): SignIn {
  const client = useClient();
  const queryClient = useQueryClient();
  const t = useTexts(sessionTexts);
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const signIn = async (link: string) => {
    setPending(true);
    setRefusal(undefined);
    try {
      await signInByLink(client, codeOf(link));
      const before = queryClient.getQueryData<Session>(['session']);
      if (before !== undefined && reloadForAnother(before, await sessionRead(client))) return;
      linkIsDone();
      sessionIsBack();
      await queryClient.invalidateQueries();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const reason = reasonOf(error);
      setRefusal(reason === undefined ? error.message : t(reason));
    } finally {
      setPending(false);
    }
  };
  return { signIn, isPending, refusal };
}

const reasons = ['link_used', 'link_expired', 'link_invalid'] as const;

function reasonOf({ problem }: StoreError): (typeof reasons)[number] | undefined {
  return reasons.find((reason) => 'reason' in problem && problem.reason === reason);
}
