import { StoreError } from '#clients/typescript/src/main.ts';

/** What a call was refused with. Anything else is a defect of the console, and goes on to where those are shown. */
export function problemOf(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  throw error;
}

/** The API's own words about a field (`status`, `items.0.amount`), for beside its input. */
export function fieldProblem(problem: StoreError | undefined, field: string): string | undefined {
  return problem?.fields[field]?.join(' ');
}
