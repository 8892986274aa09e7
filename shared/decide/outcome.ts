import type { Language } from '../contracts/schema-kit/languages.ts';
import type { ProblemDetails } from '../errors.ts';
import type { Answer } from './handler.ts';

/** The kept end of a command: an answer with its body rendered once, or a refusal. */
export type Outcome =
  | {
      status: number;
      location: string | null;
      version: number | null;
      body: string | null;
      /** The language of the body, where it would differ in another one. Absent too where a release before 0.6.0 kept it. */
      language?: Language;
      /** The work goes on as a bulk operation of the command's id. */
      background?: true;
      /** What it made or changed was of a person who was erased since, and is gone: its body too. */
      erased?: true;
    }
  | {
      problem: ProblemDetails;
      /** Of the request that was refused; absent where a release before 0.6.0 kept it. */
      request_id?: string;
    };

export function toOutcome({ status, location, version, data, language, background }: Answer): Outcome {
  const body = data === undefined ? null : JSON.stringify(data);
  return {
    status,
    location: location ?? null,
    version: version ?? null,
    body,
    ...(language && { language }),
    ...(background && { background }),
  };
}

/** The answer as only the caller who waits is told it; null: as it is kept. */
export function toOutcomeOnce({ once, ...answer }: Answer): Outcome | null {
  return once ? toOutcome({ ...answer, data: { ...(answer.data as object), ...once } }) : null;
}

/** Whether a bulk operation goes on after this outcome. Outcomes kept before the field `background` say 202 alone. */
export function isBackground(outcome: Outcome): boolean {
  return 'status' in outcome && (outcome.background === true || outcome.status === 202);
}
