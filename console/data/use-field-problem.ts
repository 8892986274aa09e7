import type { StoreError } from '#clients/typescript/src/main.ts';
import { useLanguage } from '../texts/language.tsx';
import { fieldProblem } from './problem.ts';

export function useFieldProblem(): (problem: StoreError | undefined, field: string) => string | undefined {
  const { language } = useLanguage();
  return (problem, field) => fieldProblem(problem, field, language);
}
