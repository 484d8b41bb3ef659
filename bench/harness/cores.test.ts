import { describe, expect, test } from 'vitest';
import { startChild } from '../child/child-process.ts';
import { coresIn, coresOf, findCores, letRoam } from './cores.ts';

describe('the lists of cores that Linux writes', () => {
  test.each([
    ['0-3,8', [0, 1, 2, 3, 8]],
    ['5\n', [5]],
    ['', []],
  ])('%j', (list, cores) => {
    expect(coresIn(list)).toEqual(cores);
  });
});

const cores = findCores();
const where = cores ? '' : ' (skipped: needs two cores and taskset)';

describe.skipIf(cores === undefined)(`where children are kept${where}`, () => {
  test('the load and what is measured are on cores of their own', async () => {
    const load = startChild('fan-out-load', cores);
    const floor = startChild('engine-floor', cores);
    try {
      await load.ask('isWhole', undefined);
      await floor.ask('run', { chain: 1, links: 'equal', ms: 1, count: 1 });
      expect(coresOf(Number(load.pid))).toEqual([cores?.load]);
      expect(coresOf(Number(floor.pid))).toEqual([cores?.measured]);
      expect(cores?.load).not.toBe(cores?.measured);
    } finally {
      await load.stop();
      await floor.stop();
    }
  });

  test('a process is let go again', async () => {
    const floor = startChild('engine-floor', cores);
    try {
      await floor.ask('run', { chain: 1, links: 'equal', ms: 1, count: 1 });
      letRoam(Number(floor.pid));
      expect(coresOf(Number(floor.pid))).toEqual(coresOf('self'));
    } finally {
      await floor.stop();
    }
  });

  test('nobody is kept anywhere unless that is asked for', async () => {
    const load = startChild('fan-out-load');
    try {
      await load.ask('isWhole', undefined);
      expect(coresOf(Number(load.pid))).toEqual(coresOf('self'));
    } finally {
      await load.stop();
    }
  });
});
