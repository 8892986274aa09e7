import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { AnyRead, AnyWrite, Caller } from '../../contracts/kit/define.ts';
import type { Language } from '../../contracts/kit/languages.ts';
import { ownerOf } from '../decide/outcome.ts';
import { Problem } from '../../contracts/errors.ts';
import { inPieces } from '../exports/rows.ts';
import { renderRecord } from '../lists/unreadable-record.ts';
import type { ListAnswer } from '../lists/find-list.ts';
import { sendPieces } from '../../platform/http/send-pieces.ts';
import { sendExport, type AskedExport } from './send-export.ts';

export type ReadAnswer =
  | { kind: 'one'; data: unknown; version: number }
  | {
      kind: 'file';
      name: string;
      /** Pieces of one JSON text. */
      pieces: AsyncIterable<string>;
    }
  | ListAnswer;

/** Throws `not_found` for null, and an `UnreadableRecord` if `render` fails because the record is damaged. */
export function oneRecord<R extends { version: number }>(
  record: R | null,
  render: (record: R) => unknown,
): ReadAnswer {
  if (!record) throw new Problem('not_found');
  return { kind: 'one', data: renderRecord(record, render), version: record.version };
}

export type Tagged = Pick<AnyRead | AnyWrite, 'composed' | 'perCaller'>;

interface TaggedAnswer {
  version: number;
  language: Language;
  caller: Caller;
  /** The resource as JSON; null if the response has none. */
  body: string | null;
}

/**
 * A strong ETag: equal version and language mean equal bytes. A `composed` response also depends on other records, so its tag has
 * a digest of the response; the tag of a `perCaller` response has a digest of the caller. A write and a GET of the same record
 * have the same tag: a webhook's secret, which only the write returns, does not change it.
 */
export function entityTag(
  { composed, perCaller }: Tagged,
  { version, language, caller, body }: TaggedAnswer,
): string {
  const parts = [perCaller && JSON.stringify(ownerOf({ caller })), composed && body];
  const digested = parts.filter((part) => typeof part === 'string');
  if (digested.length === 0) return `"${version}-${language}"`;
  const digest = createHash('sha256').update(digested.join('')).digest('base64url').slice(0, 16);
  return `"${version}-${language}-${digest}"`;
}

export async function sendRead(
  response: Response,
  answer: ReadAnswer,
  {
    language,
    caller,
    ifNoneMatch,
    declared = { composed: true },
    exported = null,
  }: Pick<TaggedAnswer, 'language' | 'caller'> & {
    ifNoneMatch: string | undefined;
    /** The endpoint's declaration. Without it, the ETag has a digest of the whole response, which is always correct. */
    declared?: Tagged;
    exported?: AskedExport | null;
  },
): Promise<void> {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Language', language);
  if (answer.kind === 'stream') response.once('close', answer.leave);
  if (answer.kind === 'file') {
    response.setHeader('Content-Disposition', `attachment; filename="${answer.name}"`);
    await sendPieces(response, answer.pieces);
    return;
  }
  if (exported && answer.kind !== 'one') {
    await sendExport(response, answer, { ...exported, language });
    return;
  }
  if (answer.kind === 'stream') {
    await sendPieces(response, inPieces(jsonTexts(answer.rows)));
    return;
  }
  if (answer.kind === 'page') {
    response.end(JSON.stringify(answer.body));
    return;
  }
  const body = JSON.stringify(answer.data);
  const tag = entityTag(declared, { version: answer.version, language, caller, body });
  if (!sendNotModified(response, ifNoneMatch, tag)) response.end(`{"data":${body}}`);
}

/** Sets the ETag. If the client already has this content, responds with 304 and returns true. */
export function sendNotModified(response: Response, ifNoneMatch: string | undefined, tag: string): boolean {
  response.setHeader('ETag', tag);
  const known = ifNoneMatch?.split(',').map((part) => part.trim().replace(/^W\//, '')) ?? [];
  if (!known.includes(tag) && !known.includes('*')) return false;
  response.removeHeader('Content-Type');
  response.status(304).end();
  return true;
}

async function* jsonTexts(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '';
  yield '{"data":[';
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',';
  }
  yield ']}';
}
