import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../../fixtures/testing-cli.ts';
import type { BenchReport } from '../../bench/harness/bench-report.ts';

const url = 'http://127.0.0.1:1';
const suites = /^scene-runtime: --suite: no suite is called 'speed'; there are backpressure, .*, kit\n$/;

/** An environment in which starting a server with its own project fails with a message about the missing folder. */
const unstartableServer = { TMPDIR: '/nowhere/at/all' };

test.each([
  [['--suite', 'speed'], suites],
  [['--suite', 'rest', 'speed', '--url', url], suites],
  [['--url', 'nonsense'], /--url: 'nonsense' is not an address that begins with http:\/\/ or https:\/\/\n$/],
  [
    ['--url', url, '--events-url', 'ftp://a'],
    /--events-url: 'ftp:\/\/a' is not an address that begins with /,
  ],
  [['--url', 'https://a', '--events-url', 'ws://a'], /--events-url works only with http:\/\/\. /],
  [['--url', url, '--fingerprint', 'ab'.repeat(32)], /--fingerprint pins a certificate, /],
  [['--url', url, '--token-env', 'NOT_SET'], /The environment variable NOT_SET is not set\. /],
  [['--url', url, '--url', url], /--url: http:\/\/127.0.0.1:1 is given twice\. Pass each target once\.\n$/],
  [
    ['--url', url, '--url', 'http://b', '--url', 'http://c', '--token', 'a', '--token', 'b'],
    /--token is given 2 times and --url 3 times\. Pass one for all, or one for each --url, in the same order\.\n$/,
  ],
  [
    ['--url', url, '--url', 'http://b', '--pid', '1'],
    /--pid is given once and --url 2 times\. Pass one for each --url, in the same order\.\n$/,
  ],
  [
    ['--url', url, '--pid', '4194304'],
    /--pid: no process 4194304 runs on this machine\. Pass the id of the server at/,
  ],
  [['--url', url, '--pid', 'x'], /Expected a whole number from 1 to 4194304/],
  [['--token', 'secret'], /--token needs a target\. Name it with --url\.\n$/],
  [['--out', '/dev/null/report'], /'\/dev\/null\/report' can't be used: /],
  [['--speed'], /unknown option '--speed'/],
  [['somewhere'], /too many arguments/],
])('rejects bench %j in one line before anything is started', async (args, line) => {
  const { code, stdout, stderr } = await runCli(['bench', ...args], unstartableServer);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(line);
  expect(stderr.trimEnd()).not.toContain('\n');
});

describe('bench compare', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bench-compare-'));
    await writeFile(join(folder, 'before.json'), JSON.stringify(createReport(0.5)));
    await writeFile(join(folder, 'after.json'), JSON.stringify(createReport(0.44)));
    const quickReport = JSON.stringify(createReport(0.5)).replaceAll(',"uncertainty":0', '');
    await writeFile(join(folder, 'quick.json'), quickReport);
    await writeFile(join(folder, 'old.json'), JSON.stringify({ ...createReport(1), version: 1 }));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const compare = (...args: readonly string[]) =>
    runCli(['bench', 'compare', ...args.map((arg) => (arg.endsWith('.json') ? join(folder, arg) : arg))]);

  test.each([
    [['before.json', 'after.json'], 1],
    [['before.json', 'after.json', '--tolerance', '15'], 0],
    [['after.json', 'before.json'], 0],
    [['quick.json', 'quick.json'], 2],
  ])('exits for %j with code %d', async (args, expected) => {
    const { code, stdout, stderr } = await compare(...args);
    expect([code, stderr]).toEqual([expected, '']);
    expect(stdout).toMatch(/target, speed k\/s +\d+\.\d+ /);
  });

  test('writes Markdown into the folder of --out', async () => {
    await compare('before.json', 'after.json', '--out', join(folder, 'out'));
    expect(await readFile(join(folder, 'out', 'compare.md'), 'utf8')).toContain('| −12 % | ±0 % | worse |');
  });

  test.each([
    [['before.json'], /missing required argument 'after'/],
    [['before.json', 'none.json'], /the report cannot be read: .*none\.json/],
    [
      ['before.json', 'old.json'],
      /old\.json is a report of version 1, and only those of version 4 can be compared/,
    ],
    [['before.json', 'after.json', '--tolerance', 'ten'], /Expected a percentage from 0 to 1000, such as 10/],
  ])('rejects %j in one line', async (args, line) => {
    const { code, stdout, stderr } = await compare(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd()).not.toContain('\n');
  });
});

/** Creates a report in which one of the target's ratios has the given value. */
const createReport = (ratio: number): BenchReport => {
  const median = ratio * 40;
  const figures = {
    speed: { ...{ median, min: median, max: median, mad: 0, values: [median] }, ratio, uncertainty: 0 },
  };
  return {
    ...{ format: 'scene-runtime-bench', version: 4, startedAt: '2026-01-02T03:04:05.678Z', durationMs: 1 },
    ...{ quick: false, targets: [{ url }], goals: [] },
    machine: {
      cpu: 'A chip',
      cores: 2,
      memoryMb: 4000,
      platform: 'linux 6',
      node: 'v20.0.0',
      loadBefore: 0.5,
    },
    suites: [
      {
        ...{ id: 'rest', title: 'REST', growth: [] },
        comparisons: [
          {
            ...{ id: 'rest/health', title: 'Health', note: '', reference: 'floor' },
            metrics: [{ key: 'speed', label: 'speed', unit: 'k/s', better: 'higher' }],
            candidates: [{ name: 'target', role: 'target', outcome: 'measured', rounds: 1, figures }],
          },
        ],
      },
    ],
  };
};
