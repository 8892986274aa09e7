import type { ChaosReport } from './chaos-report.ts';
import type { ChaosRun } from './chaos-context.ts';
import { judgeFeed } from './feed/feed-readers.ts';
import { countStates } from './ledger.ts';
import { judge } from './oracle.ts';
import { auditFindings, findingText, readData } from './oracle-data.ts';
import { judgeAnswered, judgeHistory, judgeNotes, expectedEvents } from './register/judge-history.ts';
import { judgeCreations } from './register/judge-creations.ts';
import { judgeSteps } from './register/judge-steps.ts';
import { readVersions } from './register/read-versions.ts';
import { resolveAll } from './resolve.ts';
import { recordsOf } from './shop.ts';

/** Compares the responses to clients, the events that followers received, and the stored data. */
export async function drawReport(
  run: ChaosRun,
  met: Pick<ChaosReport, 'strikes' | 'stuck' | 'poison'>,
): Promise<ChaosReport> {
  const { options, store, database, ledger, register, shop, subscriber, startedAt } = run;
  const { entries } = ledger;
  const { history } = subscriber;
  const resolved = await resolveAll(store, entries);
  const verdict = judge(entries, resolved, await readData(database, store.namespace), shop);
  const versions = await readVersions(database, store.namespace);
  const made = recordsOf(shop);
  const creations = judgeCreations(entries, resolved, history, made);
  verdict.lost.push(...creations.lost);
  verdict.duplicated.push(...creations.duplicated, ...judgeSteps(entries, resolved, versions.all, made));
  verdict.contradicted.push(...register.faults());
  const audit = await auditFindings(database, { ...store.servers, namespace: store.namespace });
  if (audit.counted.parked > 0) verdict.parked.push(`${audit.counted.parked} messages are parked`);
  const events = {
    seen: history.count,
    again: history.again,
    late: history.late,
    expected: expectedEvents(history, versions.evented),
    faults: [
      ...judgeHistory(history, versions.evented),
      ...judgeAnswered(history, entries),
      ...judgeNotes(history, entries, resolved),
    ],
  };
  return {
    ...met,
    seed: options.seed,
    isPartial: options.isPartial,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    counts: countStates(entries),
    attempts: entries.reduce((sum, entry) => sum + entry.attempts, 0),
    ...redeliveriesIn(run),
    replayed: entries.flatMap((entry) => entry.answers).filter((answer) => answer.replayed).length,
    feed: await judgeFeed(run.readers, versions.evented),
    webhooks: await run.webhooks.judge(),
    verdict,
    events,
    registered: register.counts(),
    counted: audit.counted,
    findings: audit.findings.map(findingText),
    excused: entries.filter(({ lostByOperator }) => lostByOperator).length,
    defects: ledger.defects,
    complaints: run.complaints,
  };
}

function redeliveriesIn({ store }: ChaosRun): Pick<ChaosReport, 'redelivered' | 'suppressed'> {
  const logs = (['orders-worker', 'catalog-worker', 'webhooks-worker'] as const).flatMap((name) =>
    store.log(name).split('\n'),
  );
  const redeliveries = logs.filter((line) => line.includes('"redelivered":true'));
  const known = redeliveries.filter((line) => line.includes('"replayed":true'));
  return { redelivered: redeliveries.length, suppressed: known.length };
}
