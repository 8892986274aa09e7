import { bulkTypes } from './bulk-write.ts';
import { effectCounter } from './effects.ts';
import { countsOf } from './final-answer.ts';
import type { Entry } from './ledger.ts';
import type { Data, Resolved } from './oracle-data.ts';
import type { Shop } from './shop.ts';
import { stockFaults } from './stock-balance.ts';

export interface Verdict {
  /** Accepted writes without an effect or without an outcome. */
  lost: string[];
  /** Writes that were applied more than once. */
  duplicated: string[];
  /** Writes that were applied although the client had received a definite error. */
  applied: string[];
  /** Writes whose idempotency key has two different outcomes. */
  contradicted: string[];
  oversold: string[];
  stuck: string[];
  /** Writes that were parked although the command itself is valid. */
  parked: string[];
}

/** Compares the responses to clients with the data. */
export function judge(
  entries: readonly Entry[],
  resolved: ReadonlyMap<Entry, Resolved>,
  data: Data,
  shop: Shop,
): Verdict {
  const verdict: Verdict = {
    lost: [],
    duplicated: [],
    applied: [],
    contradicted: [],
    oversold: [],
    stuck: [],
    parked: [],
  };
  const effects = effectCounter(data, entries);
  const erased = new Set(entries.filter(({ type }) => type === 'users.delete').map(({ path }) => path));
  for (const entry of entries) {
    const found = resolved.get(entry);
    const story = entry.story.join(', ');
    const name = `${entry.type} ${entry.key} (${entry.state}, operation ${found?.status ?? '?'}; ${story})`;
    judgeOutcome(entry, withoutForgotten(found, entry, erased), name, verdict);
    const count = effects(entry);
    if (count === null) continue;
    const isApplied = found?.status === 'succeeded' || entry.state === 'ok';
    if (count > 1) verdict.duplicated.push(`${name}: ${count} times`);
    else if (isApplied && count === 0) verdict.lost.push(`${name}: reported as done, but without an effect`);
    else if (!isApplied && count > 0) verdict.applied.push(name);
  }
  judgeBulk(entries, resolved, data, shop, verdict);
  verdict.oversold.push(...stockFaults(entries, resolved, data, shop));
  return verdict;
}

/** Ignores an outcome without content, because erasing the customer later removed that content. */
function withoutForgotten(
  found: Resolved | undefined,
  { path, answers }: Entry,
  erased: ReadonlySet<string>,
): Resolved | undefined {
  const made = answers.map(({ content }) => /^\{"data":\{"id":(\d+)/.exec(content)?.[1]);
  const isErased = [path, ...made.map((id) => `${path}/${id}`)].some((of) => erased.has(of));
  return found && isErased && found.outcome?.content === '' ? { ...found, outcome: null } : found;
}

const finals = new Set(['succeeded', 'partly_succeeded', 'failed', 'cancelled']);
/**
 * If no process holds a command, the status of its write becomes `unknown` after a minute. A write that still has the status
 * `queued` or `running` after this time counts as stuck.
 */
export const unknownAfterMs = 90_000;

function judgeOutcome(entry: Entry, found: Resolved | undefined, name: string, verdict: Verdict): void {
  const answers = [...entry.answers, ...(found?.outcome ? [found.outcome] : [])];
  const different = new Set(answers.map(({ status, content }) => `${status} ${content}`));
  if (different.size > 1) verdict.contradicted.push(`${name}: ${[...different].join(' | ')}`);
  const isFinal = finals.has(found?.status ?? '');
  if (found?.status === 'parked') {
    verdict.parked.push(name);
    return;
  }
  if (answers.some(({ code }) => code === 'work_lost'))
    verdict.lost.push(`${name}: its bulk work is missing`);
  if (entry.answers.length > 0 && !isFinal)
    verdict.lost.push(`${name}: got a response, but its outcome is not stored`);
  else if (entry.wasAccepted && !isFinal && !entry.lostByOperator) verdict.stuck.push(name);
  else if (found && isAwaitedForEver(found, entry)) verdict.stuck.push(`${name}: no process holds it`);
  if (entry.state === 'refused' && isFinal)
    verdict.applied.push(`${name}: definitely rejected, but executed`);
}

export function isUnfinished({ status }: Resolved): boolean {
  return ['queued', 'running'].includes(status);
}

function isAwaitedForEver(found: Resolved, { lastSentAt }: Entry): boolean {
  return isUnfinished(found) && found.at - lastSentAt > unknownAfterMs;
}

function changesInBulk({ type, body }: Entry): boolean {
  return bulkTypes.has(type) && (body as { dry_run?: boolean }).dry_run !== true;
}

/** Checks that each record's version increased by one for each change that bulk work reported, and for nothing else. */
function judgeBulk(
  entries: readonly Entry[],
  resolved: ReadonlyMap<Entry, Resolved>,
  { subscriptions }: Data,
  shop: Shop,
  verdict: Verdict,
): void {
  let reported = 0;
  for (const entry of entries.filter(changesInBulk)) {
    const found = resolved.get(entry);
    if (!found?.outcome || found.status === 'failed') continue;
    const counts = countsOf(found.outcome);
    if (counts) reported += counts.changed;
    else
      verdict.lost.push(`${entry.type} ${entry.key}: has the status ${found.status}, but reports no counts`);
  }
  const ofBulk = new Set([...shop.subscriptions, ...shop.crowd]);
  const made = subscriptions
    .filter(({ _id }) => ofBulk.has(_id))
    .reduce((sum, { version }) => sum + version - 1, 0);
  const fault = `subscriptions: ${made} changes were made, ${reported} were reported`;
  if (made > reported) verdict.duplicated.push(fault);
  if (made < reported) verdict.lost.push(fault);
}
