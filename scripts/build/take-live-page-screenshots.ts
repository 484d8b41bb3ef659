/**
 * Takes the screenshots of the live page for the README: the `graphs` project on a wide screen in light and dark mode,
 * and on a phone. Check the results by eye.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '#spec/client/index.ts';
import { openBrowser, openLivePage } from '../../fixtures/live/open-live-page.ts';
import { startServer } from '../../handlers/start-server.ts';
import { createProject } from '../cli/create-project.ts';

const screenshots = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1400, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1400, height: 900 } },
  { name: 'narrow', colorScheme: 'dark', viewport: { width: 420, height: 900 } },
] as const;
const screenshotFolder = 'fixtures/live/pictures';

const temporaryFolder = join(tmpdir(), `live-pictures-${process.pid}`);
const project = join(temporaryFolder, 'my-show');
await mkdir(project, { recursive: true });
await createProject(project, 'graphs');
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
  await scene.act('log.console', { message: 'The show is on.' });
  await mkdir(screenshotFolder, { recursive: true });
  for (const { name, ...pageOptions } of screenshots) {
    const { page, problems, close } = await openLivePage(browser, { url: server.url, token }, pageOptions);
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.locator('.react-flow__node').first().waitFor();
    await page.locator('.stage canvas').waitFor();
    await page.getByRole('tab', { name: 'Events' }).click();
    await writeFile(
      join(screenshotFolder, `${name}.png`),
      await page.screenshot({ fullPage: name === 'narrow' }),
    );
    if (problems.length > 0) throw new Error(problems.join('\n'));
    await close();
  }
} finally {
  await browser.close();
  await server.close();
  await rm(temporaryFolder, { recursive: true, force: true });
}
