import { ConnectionFailed, type StoreError } from '#clients/typescript/src/main.ts';
import { useTexts } from '../texts/language.tsx';
import { partTexts } from './texts.ts';

/** Whether no response of the store arrived. The client's own message then exists only in English. */
export function isSilent(problem: StoreError): boolean {
  return problem instanceof ConnectionFailed || problem.code === 'unexpected_answer';
}

/** The message of an error, in the user's language. */
export function useProblemMessage(): (problem: StoreError) => string {
  const t = useTexts(partTexts);
  return (problem) => (isSilent(problem) ? t('noAnswerMore') : problem.message);
}
