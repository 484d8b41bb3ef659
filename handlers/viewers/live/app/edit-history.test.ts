import { describe, expect, it } from 'vitest';
import { createEditHistory, performUndo } from './edit-history.ts';
import { createUndoHistory } from './undo-history.ts';

/** Creates a source whose edits are names, and logs what is performed. */
const createSource = (log: string[], name: string) => {
  const history = createUndoHistory<string>(async (step) => {
    log.push(`${name} ${step}`);
    return step.startsWith('not ') ? step.slice(4) : `not ${step}`;
  });
  const notices = { showInfo: (text: string) => void log.push(text) };
  return {
    stamps: history.stamps,
    settle: async () => {},
    undo: () => performUndo('undo', history.undo, notices),
    redo: () => performUndo('redo', history.redo, notices),
    edit: (step: string) => history.add(`not ${step}`),
  };
};

const createPage = () => {
  const log: string[] = [];
  const graph = createSource(log, 'graph');
  const scene = createSource(log, 'scene');
  return { log, graph, scene, history: createEditHistory([graph, scene]) };
};

describe('the history of the page', () => {
  it('undoes the edits of graph and scene in the reverse order, and redoes them', async () => {
    const { log, graph, scene, history } = createPage();
    graph.edit('a');
    scene.edit('b');
    graph.edit('c');
    for (let steps = 0; steps < 4; steps += 1) await history.undo();
    expect(log).toEqual(['graph not c', 'scene not b', 'graph not a']);
    expect(history.canUndo.value).toBe(false);
    for (let steps = 0; steps < 4; steps += 1) await history.redo();
    expect(log.slice(3)).toEqual(['graph a', 'scene b', 'graph c']);
    expect(history.canRedo.value).toBe(false);
  });

  it('has nothing to redo after a new edit anywhere', async () => {
    const { log, graph, scene, history } = createPage();
    graph.edit('a');
    await history.undo();
    expect(history.canRedo.value).toBe(true);
    scene.edit('b');
    expect(history.canRedo.value).toBe(false);
    await history.redo();
    await history.undo();
    expect(log).toEqual(['graph not a', 'scene not b']);
  });

  it('takes steps faster than they are answered', async () => {
    const { log, graph, scene, history } = createPage();
    graph.edit('a');
    scene.edit('b');
    await Promise.all([history.undo(), history.redo(), history.undo(), history.undo(), history.redo()]);
    expect(log).toEqual(['scene not b', 'scene b', 'scene not b', 'graph not a', 'graph a']);
  });

  it('undoes the latest edit, even if the service has not answered it yet', async () => {
    const { log, graph, scene } = createPage();
    graph.edit('a');
    const slowScene = { ...scene, settle: async () => scene.edit('b') };
    await createEditHistory([graph, slowScene]).undo();
    expect(log).toEqual(['scene not b']);
  });

  it('keeps a step that would overwrite what someone else has changed, and offers to overwrite it', async () => {
    const offered: { run(): void }[] = [];
    const history = createUndoHistory<string>(async (step, force) => (force ? step : 'stale'));
    history.add('a');
    await performUndo('undo', history.undo, {
      showInfo: (_, action) => void (action && offered.push(action)),
    });
    expect(history.stamps.value.undo).toBeGreaterThan(0);
    offered[0]?.run();
    await Promise.resolve();
    await Promise.resolve();
    expect(history.stamps.value).toMatchObject({ undo: 0 });
  });
});
