import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { Language } from '../contracts/schema-kit/languages.ts';
import { Problem } from '../errors.ts';
import { renderRecord } from '../lists/unreadable-record.ts';
import type { ListAnswer } from '../lists/find-list.ts';

/** What a service answers to a read. */
export type ReadAnswer =
  | {
      kind: 'one';
      data: unknown;
      version: number;
      /** The data also shows other records, whose changes `version` does not tell. */
      isComposed?: boolean;
    }
  | ListAnswer;

/** One record as `render` shows it. Throws `not_found` without one, and an `UnreadableRecord` for a damaged one. */
export function oneRecord<R extends { version: number }>(
  record: R | null,
  render: (record: R) => unknown,
): ReadAnswer {
  if (!record) throw new Problem('not_found');
  return { kind: 'one', data: renderRecord(record, render), version: record.version };
}

/**
 * Strong: the same version in the same language is the same bytes. `composed`: the bytes of a resource that shows
 * other records too; their digest goes into the tag.
 */
export function entityTag(version: number, language: Language, composed?: string): string {
  if (composed === undefined) return `"${version}-${language}"`;
  const digest = createHash('sha256').update(composed).digest('base64url').slice(0, 16);
  return `"${version}-${language}-${digest}"`;
}

const chunkSize = 64 * 1024;

export async function sendRead(
  response: Response,
  answer: ReadAnswer,
  { language, ifNoneMatch }: { language: Language; ifNoneMatch: string | undefined },
): Promise<void> {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Language', language);
  response.setHeader('Vary', 'Accept-Language');
  if (answer.kind === 'stream') {
    await sendRows(response, answer.rows);
    return;
  }
  if (answer.kind === 'page') {
    response.end(JSON.stringify(answer.body));
    return;
  }
  const body = JSON.stringify(answer.data);
  const tag = entityTag(answer.version, language, answer.isComposed === true ? body : undefined);
  response.setHeader('ETag', tag);
  if (matches(ifNoneMatch, tag)) {
    response.removeHeader('Content-Type');
    response.status(304).end();
    return;
  }
  response.end(`{"data":${body}}`);
}

function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = ifNoneMatch?.split(',').map((part) => part.trim().replace(/^W\//, '')) ?? [];
  return known.includes(tag) || known.includes('*');
}

/** Writes `{"data":[…]}` as the rows come. Rows that break off end the connection: never well-formed JSON. */
async function sendRows(response: Response, rows: AsyncIterable<unknown>): Promise<void> {
  let pending = '{"data":[';
  let isFirst = true;
  try {
    for await (const row of rows) {
      pending += (isFirst ? '' : ',') + JSON.stringify(row);
      isFirst = false;
      if (pending.length < chunkSize) continue;
      // The client has gone: leaving the loop closes the database cursor.
      if (response.destroyed) return;
      if (!response.write(pending)) await drained(response);
      pending = '';
    }
  } catch (error) {
    if (!response.headersSent) throw error;
    response.destroy();
    return;
  }
  response.end(pending + ']}');
}

function drained(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
