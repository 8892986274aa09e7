import { ConnectionFailed, type StoreError } from '#clients/typescript/src/main.ts';
import { useTexts } from '../texts/language.tsx';
import { partTexts } from './texts.ts';

/** Whether no response of the store arrived. The client's own message then exists only in English. */
export function isSilent(problem: StoreError): boolean {
  return problem instanceof ConnectionFailed || problem.code === 'unexpected_answer';
}

/** Errors that the client creates itself, in English only. */
const ownTexts = {
  operation_cancelled: 'operationCancelled',
  timed_out: 'operationTimedOut',
} as const satisfies Partial<Record<StoreError['code'], keyof typeof partTexts>>;

/** The message of an error, in the user's language. */
export function useProblemMessage(): (problem: StoreError) => string {
  const t = useTexts(partTexts);
  return (problem) => {
    if (isSilent(problem)) return t('noAnswerMore');
    const { code, message } = problem;
    return code in ownTexts ? t(ownTexts[code as keyof typeof ownTexts]) : message;
  };
}
