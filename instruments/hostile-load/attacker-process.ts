import { fork } from 'node:child_process';
import { join } from 'node:path';

import type { Attack, Scene } from './attack.ts';
import type { Tally } from './hostile-connection.ts';

export interface AttackOrder {
  attack: string;
  connections: number;
  scene: Scene;
  phase: number;
}

export type AttackerMessage = { kind: 'ready' } | { kind: 'started' } | { kind: 'done'; tally: Tally };

/** Controls the process of the attackers. */
export interface AttackerProcess {
  /** Resolves once the attack is running. `stop` ends the attack and returns its tally. */
  start: (attack: Attack, connections: number, scene: Scene) => Promise<{ stop: () => Promise<Tally> }>;
  close: () => void;
}

export async function startAttackers(): Promise<AttackerProcess> {
  const child = fork(join(import.meta.dirname, 'attacker.ts'), {
    // Omits the options of a test runner.
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  child.once('exit', (code) =>
    ended.reject(new Error(`The attackers' program ended with ${code ?? 'a signal'}.`)),
  );
  const message = async <Kind extends AttackerMessage['kind']>(kind: Kind) => {
    const met = new Promise<Extract<AttackerMessage, { kind: Kind }>>((resolve) => {
      const listen = (message: AttackerMessage): void => {
        if (message.kind !== kind) return;
        child.off('message', listen);
        resolve(message as Extract<AttackerMessage, { kind: Kind }>);
      };
      child.on('message', listen);
    });
    return Promise.race([met, ended.promise]);
  };
  await message('ready');
  let phase = 0;
  return {
    start: async (attack, connections, scene) => {
      phase += 1;
      const started = message('started');
      child.send({ attack: attack.name, connections, scene, phase } satisfies AttackOrder);
      await started;
      return {
        stop: async () => {
          const done = message('done');
          child.send('stop');
          return (await done).tally;
        },
      };
    },
    close: () => {
      child.removeAllListeners('exit');
      child.kill();
    },
  };
}
