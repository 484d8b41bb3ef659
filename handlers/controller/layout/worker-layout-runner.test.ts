import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { arrangeNodes } from './arrange-nodes.ts';
import type { LayoutRunner } from './layout-request.ts';
import { createForwardPairs, createArrangeRequest } from './testing-layouts.ts';
import { createWorkerLayoutRunner } from './worker-layout-runner.ts';

let layoutRunner: LayoutRunner;
afterEach(() => layoutRunner.close());

const request = createArrangeRequest(12, createForwardPairs(12));

describe('a layout runner in a worker thread', { timeout: 300_000 }, () => {
  it('returns the same as the algorithm, for concurrent requests too', async () => {
    layoutRunner = createWorkerLayoutRunner();
    const modes = ['tree', 'stress', 'compact'] as const;
    const requests = modes.map((mode) => ({ ...request, mode }));
    expect(await Promise.all(requests.map((each) => layoutRunner.arrange(each)))).toEqual(
      await Promise.all(requests.map(arrangeNodes)),
    );
  });

  it('gives up on a layout that takes too long', async () => {
    layoutRunner = createWorkerLayoutRunner({ timeoutMs: 1 });
    for (let i = 0; i < 2; i += 1) {
      await expect(layoutRunner.arrange(request)).rejects.toMatchObject({
        code: 'LAYOUT_FAILED',
        reason: 'The layout took longer than 0.001 s.',
      });
    }
  });

  it('rejects an invalid request, and handles the next one', async () => {
    layoutRunner = createWorkerLayoutRunner();
    const broken = { ...request, edges: [{ from: 'nobody', to: 'nobody else' }] };
    await expect(layoutRunner.arrange(broken)).rejects.toThrow('TypeError');
    expect(await layoutRunner.arrange(request)).toEqual(await arrangeNodes(request));
  });

  it('fails pending requests when it is closed, and can be used again', async () => {
    layoutRunner = createWorkerLayoutRunner();
    const pending = expect(layoutRunner.arrange(request)).rejects.toMatchObject({ code: 'LAYOUT_FAILED' });
    await new Promise(setImmediate);
    await layoutRunner.close();
    await pending;
    expect((await layoutRunner.arrange(request)).size).toBe(12);
  });

  it('lets the process exit after its response', async () => {
    layoutRunner = createWorkerLayoutRunner();
    const program = `
      import { createWorkerLayoutRunner } from ${JSON.stringify(new URL('./worker-layout-runner.ts', import.meta.url).href)};
      const positions = await createWorkerLayoutRunner().arrange(${JSON.stringify(request)});
      console.log(positions.size);
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(output.trim()).toBe('12');
  });
});
