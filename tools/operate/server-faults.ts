import { isServerFault } from '#shared/mongo/faults.ts';
import { OperatorError } from './store-address.ts';

/** `work`; what MongoDB ends it with, away or without room, is told in one sentence with what then is so. */
export async function inWordsOfFaults<Result>(then: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isServerFault(error)) throw error;
    throw new OperatorError(`MongoDB cannot do it now: ${(error as Error).message}. ${then}`);
  }
}
