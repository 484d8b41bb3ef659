import { describe, expect, test } from 'vitest';
import { logNode, createTestGraph } from '../../engine/testing-runtime.ts';
import { openTestProject } from '../../scene/assets/testing-project.ts';
import type { Json } from '#spec/values.ts';

const stageFile = '{"objects":[{"tag":"one","name":"One","type":"Empty"}]}';

/** Creates a project with several scenes and a graph that switches between them when it starts. */
const createScenesProject = async (...switches: readonly Record<string, Json>[]) => {
  const project = await openTestProject({
    'scenes/Stage.scene.json': stageFile,
    'scenes/Broken.scene.json': '{"objects":[{"type":"Empty"}]}',
  });
  const { act, runtime } = project;
  const outputs = ['Out', 'Done', 'Failed'];
  const nodes = switches.flatMap((values, index) => [
    [`node${index}`, ['SwitchScene', values]],
    ...outputs.map((output) => [`${output}${index}`, logNode(`${output} ${values.Scene}`)]),
  ]);
  const connections = switches.flatMap((_, index) => [
    `start.Out > node${index}.In`,
    ...outputs.map((output) => `node${index}.${output} > ${output}${index}.In`),
  ]);
  const start = (): void =>
    runtime.run(createTestGraph({ start: 'Start', ...Object.fromEntries(nodes) }, connections));
  /** Waits until files have been loaded, and then runs this many frames. */
  const runFrames = async (frames = 1) => {
    await new Promise(setImmediate);
    runtime.step(frames);
  };
  const getCurrentScene = async () => (await act('scene.current')).scene;
  return { ...project, start, runFrames, current: getCurrentScene };
};

const listKnownScenes = async (project: Awaited<ReturnType<typeof createScenesProject>>) => {
  await project.act('scene.switch', { scene: 'Stage' });
  await project.act('scene.switch', { scene: 'Default' });
};

describe('SwitchScene', () => {
  test('cuts at once, and fires Done in the next frame', async () => {
    const project = await createScenesProject({ Scene: 'Stage' });
    await listKnownScenes(project);
    project.start();
    project.runtime.step();
    expect(project.runtime.messages()).toEqual(['Out Stage']);
    expect(await project.current()).toBe('Stage');
    project.runtime.step();
    expect(project.runtime.messages()).toEqual(['Out Stage', 'Done Stage']);
  });

  test('waits until the file is loaded', async () => {
    const project = await createScenesProject({ Scene: 'Stage' });
    project.start();
    project.runtime.step(3);
    expect(project.runtime.messages()).toEqual(['Out Stage']);
    await project.runFrames(2);
    expect(project.runtime.messages()).toEqual(['Out Stage', 'Done Stage']);
    expect(await project.current()).toBe('Stage');
  });

  test('fades for a second: the scene changes in the middle, and Done fires in the frame after', async () => {
    const project = await createScenesProject({ Scene: 'Stage', Transition: 'Fade' });
    await listKnownScenes(project);
    project.start();
    project.runtime.step(29);
    expect(await project.current()).toBe('Default');
    project.runtime.step();
    expect(await project.current()).toBe('Stage');
    expect(project.runtime.messages()).toEqual(['Out Stage']);
    project.runtime.step();
    expect(project.runtime.messages()).toEqual(['Out Stage', 'Done Stage']);
  });

  test('fires Done for the scene that is already active', async () => {
    const project = await createScenesProject({ Scene: 'Default', Transition: 'Fade' });
    project.start();
    project.runtime.step(40);
    expect(project.runtime.messages()).toEqual(['Out Default', 'Done Default']);
  });

  test.each([
    ['Nowhere', /There is no scene 'Nowhere'/],
    ['', /No scene is chosen/],
    ['../out', /a name that every file system accepts/],
    ['Broken', /objects\.0/],
  ])('fires Failed with the reason for %j', async (Scene, reason) => {
    const project = await createScenesProject({ Scene });
    project.start();
    project.runtime.step();
    await project.runFrames(2);
    const messages = project.runtime.messages();
    expect(messages).toHaveLength(3);
    expect(messages).toEqual(expect.arrayContaining([`Out ${Scene}`, expect.stringMatching(reason)]));
    expect(messages.at(-1)).toBe(`Failed ${Scene}`);
    expect(await project.current()).toBe('Default');
  });

  test('fires Failed when another switch replaces it', async () => {
    const project = await createScenesProject(
      { Scene: 'Stage', Transition: 'Fade' },
      { Scene: 'Default', Transition: 'Fade' },
    );
    await listKnownScenes(project);
    project.start();
    project.runtime.step(2);
    expect(project.runtime.messages()).toEqual([
      ...['Out Stage', 'Out Default'],
      expect.stringContaining('Another switch'),
      'Failed Stage',
    ]);
    project.runtime.step(40);
    expect(project.runtime.messages().at(-1)).toBe('Done Default');
  });

  test('fires Failed when the scene was deleted by the time of the change', async () => {
    const project = await createScenesProject({ Scene: 'Stage', Transition: 'Fade' });
    await listKnownScenes(project);
    project.start();
    project.runtime.step(2);
    await project.act('assets.delete', { asset: 'Stage.scene.json', confirm: true });
    project.runtime.step(40);
    expect(project.runtime.messages()).toEqual([
      'Out Stage',
      expect.stringContaining("There is no scene 'Stage'"),
      'Failed Stage',
    ]);
  });

  test('fires nothing once the graph has stopped, and the scene still changes', async () => {
    const project = await createScenesProject({ Scene: 'Stage', Transition: 'Fade' });
    await listKnownScenes(project);
    project.start();
    project.runtime.step(2);
    project.runtime.execute('graph.stop', { graphId: 'graph' });
    project.runtime.step(40);
    expect(project.runtime.messages()).toEqual(['Out Stage']);
    expect(await project.current()).toBe('Stage');
  });
});
