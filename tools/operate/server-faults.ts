import { isServerFault } from '#shared/mongo/faults.ts';
import { OperatorError } from './store-address.ts';

/** Runs `work`. Throws a MongoDB failure as one sentence that ends with `then`, which describes the resulting state. */
export async function inWordsOfFaults<Result>(then: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isServerFault(error)) throw error;
    throw new OperatorError(`MongoDB cannot do it now: ${(error as Error).message}. ${then}`);
  }
}
