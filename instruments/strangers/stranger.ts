import type { StoreAccess } from '#tests/support/store-access.ts';
import type { ProgramRun } from '#tools/run-program.ts';

/** A judge that other authors wrote: a library, a linter or an attack program. */
export interface Stranger {
  /** A statement that is false if the stranger has findings. */
  proves: string;
  /** Returns the stranger's findings, one line for each. `store` starts a store on first use. */
  judge(store: () => Promise<StoreAccess>): Promise<string[]>;
}

/** The output of a program that failed, by line. */
export function linesOf({ code, stdout, stderr }: ProgramRun): string[] {
  return code === 0 ? [] : `${stdout}${stderr}`.trim().split('\n');
}

/** Compares two values as JSON. Returns a line if they differ. */
export function differs(what: string, expected: unknown, found: unknown): string[] {
  const [wanted, got] = [JSON.stringify(expected), JSON.stringify(found)];
  return wanted === got ? [] : [`${what}: expected ${wanted}, found ${got}`];
}
