import { setTimeout as sleep } from 'node:timers/promises';

import { quiet, type ChaosRun } from './chaos-context.ts';
import type { Fault, FaultContext, Strike } from './fault.ts';
import type { LedgerClient } from './ledger-client.ts';
import type { Shop } from './shop.ts';

/** Each time after this number of faults, all writers pause and the run reads every record. */
const quietAfter = 40;

/** Injects one fault after the other. Each fault is reverted before the next begins. */
export async function strikeAll(run: ChaosRun): Promise<Strike[]> {
  const { options, random, complaints } = run;
  const deadline = Date.now() + options.forMs;
  const context: FaultContext = {
    ...run,
    client: run.clientOf('fault'),
    holdMs: options.holdMs,
    complain: (what) => complaints.push(what),
  };
  const probe = run.clientOf('probe');
  const strikes: Strike[] = [];
  for (const fault of options.faults(random)) {
    if (Date.now() > deadline) break;
    strikes.push(await strikeOnce(fault, context, probe, run));
    if (strikes.length % quietAfter === 0) await lookWhileQuiet(run);
    await sleep(random.below(700));
  }
  return strikes;
}

async function strikeOnce(
  fault: Fault,
  context: FaultContext,
  probe: LedgerClient,
  { pace, complaints, options: { say } }: ChaosRun,
): Promise<Strike> {
  const { kind, target } = fault;
  const { ledger, random, store, shop } = context;
  pace.isFast = true;
  await sleep(200 + random.below(300));
  const { inFlight } = ledger;
  const struck = await fault.strike(context).catch((error: unknown) => {
    complaints.push(`${kind} ${target} could not be tried: ${String(error)}`);
    return false;
  });
  const notTried = typeof struck === 'boolean' ? null : struck.notTried;
  const hasStruck = struck === true;
  const struckUntil = Date.now();
  await store.reviveAll();
  if (!(await isWellAgain(probe, shop))) complaints.push(`no write succeeded after ${kind} ${target}`);
  pace.isFast = false;
  const recoveryMs = Date.now() - struckUntil;
  const how = notTried === null ? (hasStruck ? 'struck' : 'MISSED') : `NOT TRIED, ${notTried},`;
  say(`${kind} ${target}: ${how} with ${inFlight} under way, well again in ${recoveryMs} ms`);
  return { kind, target, inFlight, hasStruck, notTried, recoveryMs };
}

async function isWellAgain(
  probe: LedgerClient,
  { shoppers: [first], products: [product] }: Shop,
): Promise<boolean> {
  for (let tries = 0; tries < 3; tries += 1) {
    const { state } = await probe.write(
      {
        type: 'cart.set',
        service: 'orders',
        method: 'PUT',
        userId: first?.userId ?? 0,
        path: `/api/client/cart/items/${product?.id ?? 0}`,
        body: { amount: tries + 1 },
      },
      { mayAbandon: false },
    );
    if (state === 'ok') return true;
  }
  return false;
}

/** Checks the records in the middle of a run, because later writes can hide a fault. */
async function lookWhileQuiet(run: ChaosRun): Promise<void> {
  run.pace.isHeld = true;
  try {
    while (run.ledger.inFlight > 0) await sleep(100);
    const unquiet = await quiet(run);
    run.complaints.push(...unquiet.map((what) => `never quiet in the middle of the run: ${what}`));
    run.options.say(`looked while it was quiet: ${JSON.stringify(run.register.counts())}`);
  } finally {
    run.pace.isHeld = false;
  }
}
