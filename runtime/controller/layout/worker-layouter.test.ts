import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { arrange } from './arrange.ts';
import type { Layouter } from './layouter.ts';
import { forwardPairs, requestOf } from './testing.ts';
import { createWorkerLayouter } from './worker-layouter.ts';

let layouter: Layouter;
afterEach(() => layouter.close());

const request = requestOf(12, forwardPairs(12));

describe('a layouter in a thread', { timeout: 300_000 }, () => {
  it('answers as the arrangement does, to calls at the same time too', async () => {
    layouter = createWorkerLayouter();
    const modes = ['tree', 'stress', 'compact'] as const;
    const asked = modes.map((mode) => ({ ...request, mode }));
    expect(await Promise.all(asked.map((one) => layouter.arrange(one)))).toEqual(
      await Promise.all(asked.map(arrange)),
    );
  });

  it('gives up what takes too long', async () => {
    layouter = createWorkerLayouter({ timeoutMs: 1 });
    for (let i = 0; i < 2; i += 1) {
      await expect(layouter.arrange(request)).rejects.toMatchObject({
        code: 'LAYOUT_FAILED',
        reason: 'The layout took longer than 0.001 s.',
      });
    }
  });

  it('tells of a request that cannot be served, and serves the next one', async () => {
    layouter = createWorkerLayouter();
    const broken = { ...request, wires: [{ from: 'nobody', to: 'nobody else' }] };
    await expect(layouter.arrange(broken)).rejects.toThrow('TypeError');
    expect(await layouter.arrange(request)).toEqual(await arrange(request));
  });

  it('ends what is under way when it is closed, and can be used again', async () => {
    layouter = createWorkerLayouter();
    const underWay = expect(layouter.arrange(request)).rejects.toThrow('thread ended');
    await new Promise(setImmediate);
    await layouter.close();
    await underWay;
    expect((await layouter.arrange(request)).size).toBe(12);
  });

  it('lets the process end once it has answered', async () => {
    layouter = createWorkerLayouter();
    const program = `
      import { createWorkerLayouter } from ${JSON.stringify(new URL('./worker-layouter.ts', import.meta.url).href)};
      const positions = await createWorkerLayouter().arrange(${JSON.stringify(request)});
      console.log(positions.size);
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
    let printed = '';
    child.stdout.on('data', (text) => {
      printed += text;
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(printed.trim()).toBe('12');
  });
});
