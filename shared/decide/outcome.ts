import type { Language } from '../contracts/schema-kit/languages.ts';
import type { ProblemDetails } from '../errors.ts';
import type { Answer } from './handler.ts';

/** The final result of a command, as stored: a response with its rendered body, or a problem. */
export type Outcome =
  | {
      status: number;
      location: string | null;
      version: number | null;
      body: string | null;
      /** The language of the body, if it would read differently in another one. Absent in outcomes kept before 0.6.0. */
      language?: Language;
      /** The work continues as a bulk operation with the command's id. */
      background?: true;
      /** The created or changed record belonged to a person who was erased; the body is erased too. */
      erased?: true;
    }
  | {
      problem: ProblemDetails;
      /** The id of the refused request; absent in outcomes kept before 0.6.0. */
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

/** The response for the waiting caller only; null if it equals the stored response. */
export function toOutcomeOnce({ once, ...answer }: Answer): Outcome | null {
  return once ? toOutcome({ ...answer, data: { ...(answer.data as object), ...once } }) : null;
}

/** Whether a bulk operation continues after this outcome. Older outcomes lack `background` and have only status 202. */
export function isBackground(outcome: Outcome): boolean {
  return 'status' in outcome && (outcome.background === true || outcome.status === 202);
}
