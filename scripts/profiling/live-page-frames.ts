/**
 * Measures how long a graph with many nodes keeps the live page's main thread busy. A frame handles everything since
 * the previous frame, so frames take longer on a busy machine that draws fewer of them. With `--most`, the script fails
 * if a frame takes more milliseconds than given. Needs `npm run build`.
 *
 * `npx tsx scripts/profiling/live-page-frames.ts --nodes 500 [--most 33]`
 */
import '../report-usage-errors.ts';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '#spec/client/index.ts';
import { buildLargeGraph } from '../../fixtures/live/build-large-graph.ts';
import { openBrowser, openLivePage } from '../../fixtures/live/open-live-page.ts';
import { startServer } from '../../handlers/start-server.ts';
import { parseWholeNumber } from '../parse-options.ts';
import type { Page } from 'playwright-core';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string' },
    seconds: { type: 'string' },
    most: { type: 'string' },
  },
});
const nodeCounts = parseWholeNumber(values, 'nodes', 500);
const settleMs = parseWholeNumber(values, 'seconds', 3) * 1_000;
const maxFrameMs = values.most === undefined ? Number.POSITIVE_INFINITY : parseWholeNumber(values, 'most', 0);

const countFrames = `(() => {
  window.painted = 0;
  const count = () => { window.painted += 1; requestAnimationFrame(count); };
  requestAnimationFrame(count);
})()`;

/** Measures how many milliseconds a page's main thread is busy, in total and in scripts. */
const watchMainThread = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const getMs = (name: string): number =>
      (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1_000;
    return { all: getMs('TaskDuration'), scripts: getMs('ScriptDuration') };
  };
};

interface PhaseResult {
  readonly name: string;
  readonly frames: number;
  readonly msAFrame: number;
  readonly scriptMsAFrame: number;
  readonly share: number;
}

const steps = 40;

/** Drags the canvas back and forth. */
const panCanvas = async (page: Page): Promise<void> => {
  const box = await page.locator('.react-flow__pane').boundingBox();
  if (!box) throw new Error('There is no canvas');
  const endPoints = [
    { x: box.x + 60, y: box.y + 20 },
    { x: box.x + 260, y: box.y + 100 },
  ] as const;
  for (const [from, to] of [endPoints, [endPoints[1], endPoints[0]]] as const) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps });
    await page.mouse.up();
  }
};

const measurePhases = async (page: Page): Promise<PhaseResult[]> => {
  const readUsage = await watchMainThread(page);
  await page.evaluate(countFrames);
  const measure = async (name: string, work: () => Promise<unknown>): Promise<PhaseResult> => {
    const [before, framesBefore, startedAt] = [
      await readUsage(),
      await page.evaluate('painted'),
      performance.now(),
    ];
    await work();
    const [after, framesAfter, endedAt] = [
      await readUsage(),
      await page.evaluate('painted'),
      performance.now(),
    ];
    const frames = Math.max(1, Number(framesAfter) - Number(framesBefore));
    const ms = after.all - before.all;
    const scriptMs = after.scripts - before.scripts;
    return {
      name,
      frames,
      msAFrame: ms / frames,
      scriptMsAFrame: scriptMs / frames,
      share: ms / (endedAt - startedAt),
    };
  };
  const settle = () => page.waitForTimeout(settleMs);
  const clickButton = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const open = async (): Promise<void> => {
    await clickButton('Large');
    await page.locator('.react-flow__node').first().waitFor();
    await clickButton('Fit everything');
    await page.locator('.react-flow__node').nth(nodeCounts).waitFor();
    await settle();
  };
  const comeNear = async (): Promise<void> => {
    while ((await page.locator('.live-value').count()) === 0)
      await page.getByRole('button', { name: /^zoom in$/i }).click();
  };
  const phases = [await measure('opening, and the seconds after', open)];
  phases.push(await measure('panning, zoomed out', () => panCanvas(page)));
  // the row shows its buttons while the pointer is on it
  await page.getByRole('button', { name: 'Large', exact: true }).hover();
  await clickButton('Run Large');
  phases.push(await measure('running, zoomed out', settle));
  phases.push(await measure('running and panning, zoomed out', () => panCanvas(page)));
  await comeNear();
  phases.push(await measure('running, near', settle));
  phases.push(await measure('running and panning, zoomed in', () => panCanvas(page)));
  return phases;
};

const temporaryFolder = join(tmpdir(), `live-frames-${process.pid}`);
const project = join(temporaryFolder, 'project');
await mkdir(project, { recursive: true });
await writeFile(join(project, 'project.json'), '{"format":1}');
const server = await startServer({
  ...{
    version: '1.0.0',
    port: 0,
    settingsFile: join(temporaryFolder, 'api-security-settings.json'),
    project,
  },
  ...{ runtime: 'embedded', fps: 60 },
  log: { info() {}, warn() {}, error: (about) => process.stderr.write(`${JSON.stringify(about)}\n`) },
});
const browser = await openBrowser();
try {
  const token = server.service.security.settings.apiToken;
  const scene = createClient({ url: server.url, token });
  await scene.request('POST /api/graphs', { body: { name: 'Small' } });
  await buildLargeGraph(scene, 'Large', nodeCounts);
  const { page, close } = await openLivePage(
    browser,
    { url: server.url, token },
    { layout: 'build', leftPanel: 'graphs', isSharp: true },
  );
  await page.locator('.react-flow__node').first().waitFor();
  const phases = await measurePhases(page);
  await close();
  console.log(
    `${nodeCounts} nodes. Columns: main thread ms per frame, script ms per frame, frames, main thread load:`,
  );
  for (const { name, frames, msAFrame, scriptMsAFrame, share } of phases) {
    console.log(
      `${name.padEnd(32)} ${msAFrame.toFixed(1).padStart(6)} ${scriptMsAFrame.toFixed(1).padStart(6)} ${String(frames).padStart(6)} ${(share * 100).toFixed(0).padStart(4)} %`,
    );
  }
  if (phases.some(({ msAFrame }) => msAFrame > maxFrameMs)) process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
  await rm(temporaryFolder, { recursive: true, force: true });
}
