/** Creates a project in a temporary folder. Tests can open it several times. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LayoutRunner } from '../../layout/layout-request.ts';
import { type OpenedProject, openTestProject } from '../testing-project.ts';

export interface SavedProjectFixture {
  readonly folder: string;
  /** The time of the test clock in milliseconds. The opened projects use this clock. */
  nowMs: number;
  open(from?: string): Promise<OpenedProject>;
  /** Opens a copy of the folder, as if the previous process had just been killed. */
  openAfterKill(from?: string): Promise<OpenedProject>;
  dispose(): Promise<void>;
}

export const createSavedProjectFixture = async (
  layoutRunner?: LayoutRunner,
): Promise<SavedProjectFixture> => {
  const tempFolder = await mkdtemp(join(tmpdir(), 'scene-runtime-saving-'));
  const folder = join(tempFolder, 'project');
  await mkdir(folder);
  await writeFile(join(folder, 'project.json'), '{"format":1}');
  const opened: OpenedProject[] = [];

  const openAt = async (path: string): Promise<OpenedProject> => {
    const project = await openTestProject(path, () => new Date(fixture.nowMs), layoutRunner);
    opened.push(project);
    return project;
  };

  const fixture: SavedProjectFixture = {
    folder,
    nowMs: 0,
    open: (from = folder) => openAt(from),
    async openAfterKill(from = folder) {
      const copy = await mkdtemp(join(tempFolder, 'after-kill-'));
      await cp(from, copy, { recursive: true });
      return openAt(copy);
    },
    async dispose() {
      for (const { controller } of opened) {
        await controller.releaseProject();
        await controller.layouts.close();
      }
      await rm(tempFolder, { recursive: true, force: true });
    },
  };
  return fixture;
};
