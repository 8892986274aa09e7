/**
 * Runs the attackers in their own process at the lowest priority, because they represent other machines and must not slow the
 * store or the measured caller. `attacker-process.ts` controls this process.
 */
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Attack, Scene } from './attack.ts';
import { allAttacks } from './all-attacks.ts';
import { inTurn, type Behaviour, type Work } from './behaviours.ts';
import {
  emptyTally,
  headOf,
  openConnection,
  type HostileConnection,
  type Tally,
} from './hostile-connection.ts';
import type { AttackOrder, AttackerMessage } from './attacker-process.ts';

interface Phase {
  isOver: boolean;
  over: Promise<unknown>;
  end: () => void;
}

const lowestPriority = 19;
const pauseMs = 5;

const send = (message: AttackerMessage) => process.send?.(message);
let current = newPhase();

setPriority(lowestPriority);
process.on('disconnect', () => process.exit());
process.on('message', (order: AttackOrder | 'stop') => {
  if (order === 'stop') current.end();
  else void carryOut(order);
});
send({ kind: 'ready' });

async function carryOut(order: AttackOrder): Promise<void> {
  const attack = allAttacks.find(({ name }) => name === order.attack);
  if (!attack) throw new Error(`There is no attack "${order.attack}".`);
  const state = newPhase();
  current = state;
  const tally = emptyTally();
  const open = new Set<HostileConnection>();
  const request = attack.requests(order.scene);
  // Builds the requests before the attack starts, because building a large body takes a while.
  request(0);
  send({ kind: 'started' });
  const crowd = Array.from({ length: order.connections }, (_, index) =>
    oneConnection(workOf(attack, order, { index, request, tally, open, state }), attack.behaviour ?? inTurn),
  );
  await state.over;
  for (const connection of open) connection.close();
  await Promise.all(crowd);
  send({ kind: 'done', tally });
}

function newPhase(): Phase {
  const { promise: over, resolve } = Promise.withResolvers<unknown>();
  const phase: Phase = {
    isOver: false,
    over,
    end: () => {
      phase.isOver = true;
      resolve(null);
    },
  };
  return phase;
}

/** Opens a new connection whenever a connection ends. */
async function oneConnection(work: Work, behave: Behaviour): Promise<void> {
  while (!work.isOver()) {
    try {
      await behave(work);
    } catch {
      if (!work.isOver()) work.tally.cut += 1;
      await sleep(pauseMs);
    }
  }
}

function workOf(
  attack: Attack,
  { scene, phase }: AttackOrder,
  shared: {
    index: number;
    request: ReturnType<Attack['requests']>;
    tally: Tally;
    open: Set<HostileConnection>;
    state: Phase;
  },
): Work {
  const { index, request, tally, open, state } = shared;
  const port = attack.internal === true ? scene.internalPort : scene.port;
  const target = { host: scene.host, port, from: addressOf(attack, phase, index) };
  const tokenAt = tokensOf(attack, scene, phase);
  // Each connection starts with another request number, so that no two connections send the same request.
  let turn = index;
  return {
    tally,
    isOver: () => state.isOver,
    over: state.over,
    open: async () => {
      const connection = await openConnection(target, tally);
      open.add(connection);
      connection.socket.once('close', () => open.delete(connection));
      if (state.isOver) connection.close();
      return connection;
    },
    next: () => {
      const asked = request(turn);
      const head = headOf(asked, `${scene.host}:${port}`, tokenAt(turn));
      turn += 1009;
      return { head, body: asked.body };
    },
  };
}

/** Each run of an attack has its own addresses. Otherwise the limits that one run used up would weaken the next run. */
function addressOf({ from }: Attack, phase: number, index: number): string {
  const place = from === 'strangers' ? phase * 300 + index : phase;
  const network = from === 'strangers' ? 2 : 1;
  return `127.${network}.${(place >> 8) & 255}.${place & 255 || 255}`;
}

function tokensOf({ from }: Attack, { tokens }: Scene, phase: number): (turn: number) => string | undefined {
  if (from === 'stranger' || from === 'strangers') return () => undefined;
  const known = tokens[from];
  return (turn) => (from === 'shopper' ? known[phase % known.length] : known[turn % known.length]);
}
