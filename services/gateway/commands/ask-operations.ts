import { setImmediate as turn } from 'node:timers/promises';
import type { FoundOperations, KnownOperation } from '#shared/engine/commands/operation-routes.ts';
import { byService, type ServiceName } from '#shared/contracts/kit/define.ts';
import { pacedLoop, type Rest } from '#shared/platform/process/paced-loop.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import type { OperationRef } from './operation-id.ts';

type Services = Pick<ServiceClient, 'ask'>;

export async function askOperation(
  services: Services,
  { service, commandId }: Pick<OperationRef, 'service' | 'commandId'>,
): Promise<KnownOperation> {
  const known = (await services.ask(service, 'GET', `/operations/${commandId}`)) as KnownOperation | null;
  return known ?? { record: null, bulk: null, isWorkerAlive: true, takenUpTo: null };
}

/** The results are in the order of the commands. */
export async function askOperations(
  services: Services,
  service: ServiceName,
  commands: readonly string[],
): Promise<KnownOperation[]> {
  const found = (await services.ask(service, 'POST', '/operations/find', { commands })) as FoundOperations;
  const { operations, ...workers } = found;
  return operations.map((operation) => ({ ...operation, ...workers }));
}

export type AskKnown = (reference: Pick<OperationRef, 'service' | 'commandId'>) => Promise<KnownOperation>;

type AskAll = (commands: readonly string[]) => Promise<readonly KnownOperation[]>;
type Answer = PromiseWithResolvers<KnownOperation>;
type Waiting = Map<string, Answer[]>;

const mostAsked = 100;
/** Each result resumes a waiting request. So after this many results, the event loop does other work first. */
const mostSettled = 100;

/** One request asks a service for up to 100 operations. `rest` returns the pause between two rounds of requests. */
export function createRounds(
  askAll: (service: ServiceName, commands: readonly string[]) => Promise<readonly KnownOperation[]>,
  rest: Rest,
): AskKnown {
  const rounds = byService((service) => roundsOf((commands) => askAll(service, commands), rest));
  return ({ service, commandId }) => rounds[service](commandId);
}

function roundsOf(askAll: AskAll, rest: Rest): (commandId: string) => Promise<KnownOperation> {
  let waiting: Waiting = new Map();
  const rounds = pacedLoop({
    round: async () => {
      const asked = waiting;
      waiting = new Map();
      await answerAll(asked, askAll);
      return asked.size > 0;
    },
    rest,
  });

  return (commandId) => {
    const answer: Answer = Promise.withResolvers();
    waiting.getOrInsertComputed(commandId, () => []).push(answer);
    rounds.ring();
    return answer.promise;
  };
}

async function answerAll(waiting: Waiting, askAll: AskAll): Promise<void> {
  for (const asked of parts([...waiting], mostAsked)) {
    const found = askAll(asked.map(([command]) => command));
    await found.catch(() => undefined);
    for (const [index, [, answers]] of asked.entries()) {
      const operation = found.then((known) => {
        const one = known[index];
        if (one) return one;
        throw new Error(
          `a service returned only ${known.length} of the ${asked.length} requested operations`,
        );
      });
      for (const some of parts(answers, mostSettled)) {
        for (const answer of some) answer.resolve(operation);
        await turn();
      }
    }
  }
}

function parts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
