import { fstatSync, ftruncateSync, mkdtempSync, readdirSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sampleExchange } from '../testing/sample-report.ts';
import { openTraffic, recordTraffic } from './traffic.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-traffic-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (second: number) =>
  sampleExchange({ startedAt: `2026-11-21T09:00:0${second}.000Z`, durationMs: second });

it('gives what was recorded in the order it was sent, from several recorders', () => {
  const traffic = openTraffic(join(folder, 'traffic'));
  const one = recordTraffic(traffic.channel);
  const other = recordTraffic(structuredClone(traffic.channel));
  one(at(3), 'a');
  other(at(1), 'b');
  one(at(2), 'c');
  const sent = [...traffic.sent()];
  expect(sent.map(({ sentFor }) => sentFor)).toEqual(['b', 'c', 'a']);
  expect(sent[0]?.exchange).toEqual(at(1));
  traffic.close();
});

it('leaves nothing on the disk that anybody else can read, and no name at the end', () => {
  const path = join(folder, 'secret');
  const traffic = openTraffic(path);
  recordTraffic(traffic.channel)(sampleExchange(), 'awaiting-payments.list');
  const { size } = fstatSync(traffic.channel.file);
  const bytes = Buffer.alloc(size);
  readSync(traffic.channel.file, bytes, 0, size, 0);
  expect(size).toBeGreaterThan(200);
  expect(bytes.toString('latin1')).not.toMatch(/awaiting|http|GET/);
  traffic.close();
  expect(readdirSync(folder)).toEqual([]);
});

it('gives all but the last one of a recorder that was ended while it wrote', () => {
  const traffic = openTraffic(join(folder, 'cut'));
  const record = recordTraffic(traffic.channel);
  record(at(1), 'a');
  record(at(2), 'b');
  ftruncateSync(traffic.channel.file, fstatSync(traffic.channel.file).size - 1);
  expect([...traffic.sent()].map(({ sentFor }) => sentFor)).toEqual(['a']);
  traffic.close();
});

it('keeps short bodies of what comes after the first 64 MiB', () => {
  const traffic = openTraffic(join(folder, 'long'));
  const record = recordTraffic(traffic.channel);
  const body = 'x'.repeat(8 * 1024 * 1024);
  const long = sampleExchange({ response: { status: 200, headers: {}, body } });
  const lengths: number[] = [];
  for (let count = 0; count < 9; count++) {
    record(long, 'long');
  }
  for (const { exchange } of traffic.sent()) {
    lengths.push(exchange.response?.body.length ?? 0);
  }
  expect(lengths.slice(0, 8)).toEqual(Array(8).fill(body.length));
  expect(lengths[8]).toBeLessThan(600);
  traffic.close();
});
