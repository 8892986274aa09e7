import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { StoreError, type Client } from '#clients/typescript/src/main.ts';
import { useClient } from './client.tsx';

export interface ActionState<Input> {
  run: (input: Input) => Promise<void>;
  isPending: boolean;
  problem: StoreError | undefined;
  /** Dismisses the problem. */
  clear: () => void;
}

interface ActionOptions<Result> {
  /** Prefixes of the query keys to refetch after success. */
  touches: readonly QueryKey[];
  done?: (result: Result) => void;
}

/** Runs an API call that needs no idempotency key, such as cancelling an operation or deciding on a parked command. */
export function useAction<Input, Result>(
  act: (client: Client, input: Input) => Promise<Result>,
  { touches, done }: ActionOptions<Result>,
): ActionState<Input> {
  const client = useClient();
  const queryClient = useQueryClient();
  const [shown, show] = useState<{ isPending?: boolean; problem?: StoreError }>({});
  const run = async (input: Input) => {
    show({ isPending: true });
    try {
      const result = await act(client, input);
      show({});
      done?.(result);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      show({ problem: error });
    } finally {
      for (const queryKey of touches) void queryClient.invalidateQueries({ queryKey });
    }
  };
  return { run, isPending: shown.isPending ?? false, problem: shown.problem, clear: () => show({}) };
}
