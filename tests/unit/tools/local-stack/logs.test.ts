import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appendLog, keepLogsBounded, rotateLogs } from '#tools/local-stack/logs.ts';

const limits = { mostBytes: 100, mostMs: 60_000, parts: 2 };
let folder: string;
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const rotate = (now = Date.now()) => rotateLogs(folder, limits, now);

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'logs-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('a log file above the size limit is rotated while its process keeps writing', () => {
  // Opened in append mode, as the store's processes open their logs.
  const file = openSync(join(folder, 'gateway.log'), 'a');
  for (const letter of ['a', 'b', 'c', 'd']) {
    writeSync(file, letter.repeat(101));
    rotate();
  }
  writeSync(file, 'now');
  closeSync(file);
  rotate();
  expect(readdirSync(folder).sort()).toEqual(['gateway.log', 'gateway.log.1', 'gateway.log.2']);
  expect(read('gateway.log')).toBe('now');
  expect(read('gateway.log.1')).toBe('d'.repeat(101));
  expect(read('gateway.log.2')).toBe('c'.repeat(101));
});

test('a log file older than the age limit is rotated, unless it is empty', () => {
  writeFileSync(join(folder, 'orders-api.log'), 'old');
  writeFileSync(join(folder, 'empty.log'), '');
  rotate(Date.now() + 30_000);
  expect(readdirSync(folder)).toHaveLength(2);
  rotate(Date.now() + 61_000);
  expect([read('orders-api.log'), read('orders-api.log.1')]).toEqual(['', 'old']);
  writeFileSync(join(folder, 'orders-api.log'), 'new');
  rotate();
  expect(read('orders-api.log')).toBe('new');
  const longAgo = Date.now() / 1000 - 61;
  utimesSync(join(folder, 'orders-api.log.1'), longAgo, longAgo);
  rotate();
  expect([read('orders-api.log.1'), read('orders-api.log.2')]).toEqual(['new', 'old']);
  expect(readdirSync(folder)).not.toContain('empty.log.1');
});

test('log rotation leaves files in the log folder alone that are not log files', () => {
  writeFileSync(join(folder, 'rabbitmq-crash.dump'), 'x'.repeat(1000));
  rotate();
  expect(readdirSync(folder)).toEqual(['rabbitmq-crash.dump']);
});

test('a log file that cannot be written or rotated for a while is written and rotated again once this is possible', () => {
  jest.useFakeTimers();
  try {
    keepLogsBounded(folder);
    const log = join(folder, 'gateway.log');
    // Every write to this device fails as on a full disk.
    symlinkSync('/dev/full', log);
    appendLog(log, 'lost');
    rmSync(log);
    writeFileSync(log, 'a'.repeat(11 * 1024 * 1024));
    // The copy of the log fails, because the link leads to a folder that does not exist.
    symlinkSync(join(folder, 'missing', 'part'), `${log}.1`);
    jest.advanceTimersByTime(10_000);
    rmSync(`${log}.1`);
    jest.advanceTimersByTime(10_000);
    expect(readdirSync(folder).sort()).toEqual(['gateway.log', 'gateway.log.1']);
    appendLog(log, 'kept');
    expect(read('gateway.log')).toBe('kept');
  } finally {
    jest.useRealTimers();
  }
});
