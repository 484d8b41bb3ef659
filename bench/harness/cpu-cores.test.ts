import { describe, expect, test } from 'vitest';
import { startChild } from '../child/child-process.ts';
import { parseCoreList, readAllowedCores, findIsolatedCores, unpinProcess } from './cpu-cores.ts';

describe('parses the core lists of Linux', () => {
  test.each([
    ['0-3,8', [0, 1, 2, 3, 8]],
    ['5\n', [5]],
    ['', []],
  ])('%j', (list, cores) => {
    expect(parseCoreList(list)).toEqual(cores);
  });
});

const assignedCores = findIsolatedCores();
const formatAffinity = assignedCores ? '' : ' (skipped: needs two cores and taskset)';

describe.skipIf(assignedCores === undefined)(`pins child processes${formatAffinity}`, () => {
  test('the load and the measured process run on separate cores', async () => {
    const load = startChild('fan-out-load', assignedCores);
    const baseline = startChild('engine-floor', assignedCores);
    try {
      await load.call('isIntact', undefined);
      await baseline.call('run', { chain: 1, links: 'equal', ms: 1, count: 1 });
      expect(readAllowedCores(Number(load.pid))).toEqual([assignedCores?.load]);
      expect(readAllowedCores(Number(baseline.pid))).toEqual([assignedCores?.measured]);
      expect(assignedCores?.load).not.toBe(assignedCores?.measured);
    } finally {
      await load.stop();
      await baseline.stop();
    }
  });

  test('a process is unpinned again', async () => {
    const baseline = startChild('engine-floor', assignedCores);
    try {
      await baseline.call('run', { chain: 1, links: 'equal', ms: 1, count: 1 });
      unpinProcess(Number(baseline.pid));
      expect(readAllowedCores(Number(baseline.pid))).toEqual(readAllowedCores('self'));
    } finally {
      await baseline.stop();
    }
  });

  test('nothing is pinned by default', async () => {
    const load = startChild('fan-out-load');
    try {
      await load.call('isIntact', undefined);
      expect(readAllowedCores(Number(load.pid))).toEqual(readAllowedCores('self'));
    } finally {
      await load.stop();
    }
  });
});
