/**
 * Takes the pictures of the live page for the README: the demo project in motion, and stills in light and dark mode and
 * on a phone. Check the results by eye.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SceneClient } from '#spec/client/index.ts';
import { openBrowser, openLivePage } from '../../fixtures/live/open-live-page.ts';
import { startServer } from '../../handlers/start-server.ts';
import { createProject } from '../cli/create-project.ts';
import { createAnimatedWebp } from './animated-webp.ts';
import type { Page } from 'playwright-core';

const stills = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'narrow', colorScheme: 'dark', viewport: { width: 420, height: 800 } },
] as const;
const pictureFolder = 'fixtures/live/pictures';

/** The moving picture shows one round of the moon, in steps of simulated time. */
const motion = { width: 1080, height: 675, scale: 2, frames: 32, ticksPerFrame: 7.5, quality: 0.42 };
const ticksPerSecond = 60;

const temporaryFolder = join(tmpdir(), `live-pictures-${process.pid}`);
const project = join(temporaryFolder, 'demo');
await mkdir(project, { recursive: true });
await createProject(project, 'demo');
const server = await startServer({
  version: '1.0.0',
  port: 0,
  settingsFile: join(temporaryFolder, 'api-security-settings.json'),
  project,
  ...{ runtime: 'embedded', fps: ticksPerSecond },
  log: { info() {}, warn() {}, error: (about) => process.stderr.write(`${JSON.stringify(about)}\n`) },
});
const browser = await openBrowser();

/** The number of objects in the demo project's scene once its graphs have run. */
const objectCount = 53;

/** Waits until the page shows the running graph and the scene with all its objects. */
const waitForScene = async (page: Page, scene: SceneClient): Promise<void> => {
  for (let reads = 0; (await scene.act('scene.objects.list')).result.count < objectCount; reads += 1) {
    if (reads > 150) throw new Error(`The demo project's scene does not get its ${objectCount} objects.`);
    await page.waitForTimeout(200);
  }
  await page.locator('.scene-pane canvas').waitFor({ state: 'attached' });
  await page.locator('.react-flow__node').first().waitFor({ state: 'attached' });
  // with software drawing, the objects appear over several seconds
  await page.waitForTimeout(12_000);
};

/** Encodes a part of the page's picture as WebP, in the browser. */
const encodeWebp = async (page: Page, png: Buffer, quality: number): Promise<Uint8Array> => {
  const base64 = await page.evaluate(
    async ({ image, imageQuality }) => {
      const bitmap = await createImageBitmap(
        new Blob([Uint8Array.from(atob(image), (character) => character.charCodeAt(0))]),
      );
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: imageQuality });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);
    },
    { image: png.toString('base64'), imageQuality: quality },
  );
  return Buffer.from(base64, 'base64');
};

/** Records the page while the service's clock is stepped, so that a slow machine gives the same picture. */
const recordMotion = async (page: Page, scene: SceneClient): Promise<Uint8Array> => {
  const { width, height, scale, frames, ticksPerFrame, quality } = motion;
  const box = await page.locator('.scene-pane').boundingBox();
  if (!box) throw new Error('The page has no scene.');
  const toEven = (value: number): number => Math.round(value / 2) * 2;
  const clip = { x: toEven(box.x), y: toEven(box.y), width: toEven(box.width), height: toEven(box.height) };
  await scene.act('time.pause');
  const images = [];
  let stepped = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const ticks = Math.round((frame + 1) * ticksPerFrame) - stepped;
    stepped += ticks;
    await scene.act('time.step', { ticks });
    await page.waitForTimeout(900);
    const isFirst = frame === 0;
    const png = await page.screenshot(isFirst ? {} : { clip });
    images.push({
      image: await encodeWebp(page, png, isFirst ? 0.75 : quality),
      x: isFirst ? 0 : clip.x * scale,
      y: isFirst ? 0 : clip.y * scale,
      width: (isFirst ? width : clip.width) * scale,
      height: (isFirst ? height : clip.height) * scale,
      durationMs: Math.round((ticksPerFrame / ticksPerSecond) * 1_000),
    });
  }
  await scene.act('time.resume');
  return createAnimatedWebp({ width: width * scale, height: height * scale }, images);
};

try {
  const token = server.service.security.settings.apiToken;
  const target = { url: server.url, token };
  const scene = createClient(target);
  await mkdir(pictureFolder, { recursive: true });
  for (const { name, ...pageOptions } of stills) {
    const { page, problems, close } = await openLivePage(browser, target, {
      ...{ ...pageOptions, layout: 'stage', isSharp: true },
    });
    await page.evaluate(() => localStorage.setItem('scene-runtime look', 'studio'));
    await page.reload();
    await waitForScene(page, scene);
    await writeFile(join(pictureFolder, `${name}.png`), await page.screenshot());
    if (problems.length > 0) throw new Error(problems.join('\n'));
    await close();
  }
  const { page, close } = await openLivePage(browser, target, {
    ...{ colorScheme: 'dark', layout: 'stage', deviceScaleFactor: motion.scale },
    viewport: { width: motion.width, height: motion.height },
  });
  await page.evaluate(() => localStorage.setItem('scene-runtime look', 'studio'));
  await page.reload();
  await waitForScene(page, scene);
  await writeFile(join(pictureFolder, 'orrery.webp'), await recordMotion(page, scene));
  await close();
} finally {
  await browser.close();
  await server.close();
  await rm(temporaryFolder, { recursive: true, force: true });
}
