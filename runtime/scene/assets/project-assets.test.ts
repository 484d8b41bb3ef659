import { describe, expect, it } from 'vitest';
import { createMemoryFilesDevice } from '../../devices/testing-memory-files.ts';
import { createTestGraph } from '../../engine/testing-runtime.ts';
import { parseJournal } from '../../journal/parse-journal.ts';
import { createRecordedRuntime } from '../../journal/record-runtime.ts';
import { replayJournal, rereadAssets } from '../../journal/replay-journal.ts';
import { createInProcessLink } from '../../link/in-process-link.ts';
import { demoFiles, openTestProject } from './testing-project.ts';

const spawn = (asset: string) => ['scene.spawn', { asset }] as const;

describe('assets of a project', () => {
  it('lists the assets while the project is open', async () => {
    const { link, act, failure } = await openTestProject();
    await act(...spawn('sunflower.glb'));
    await link.request('project.close', {});
    expect((await failure(...spawn('sunflower.glb'))).code).toBe('ASSET_NOT_FOUND');
    await link.request('project.open', { folder: '/project', name: 'project' });
    await act(...spawn('sunflower.glb'));
  });

  it('matches tags exactly, and suggests similar ones for an unknown tag', async () => {
    const { failure } = await openTestProject();
    expect(await failure(...spawn('Sunflower.glb'))).toMatchObject({
      code: 'ASSET_NOT_FOUND',
      status: 404,
      details: { asset: 'Sunflower.glb', nearest: ['sunflower.glb'] },
    });
  });

  it('reads a file once, when it is first needed', async () => {
    const { files, act } = await openTestProject();
    await act(...spawn('sunflower.glb'));
    await act(...spawn('sunflower.glb'));
    expect(files.reads).toEqual(['assets/sunflower.glb']);
  });

  it('follows files that are added, changed and removed', async () => {
    const { files, failure, runPendingTimers } = await openTestProject();
    await failure(...spawn('chime.wav'));
    files.change('assets/chime.wav', 'another');
    files.change('assets/new.png', 'new');
    files.change('assets/sunflower.glb');
    await runPendingTimers();
    for (const asset of ['chime.wav', 'new.png', 'sunflower.glb']) await failure(...spawn(asset));
    expect(files.reads).toEqual(['assets/chime.wav', 'assets/chime.wav', 'assets/new.png']);
    expect((await failure(...spawn('sunflower.glb'))).code).toBe('ASSET_NOT_FOUND');
  });

  it('does not delay commands that need no file', async () => {
    const { link } = await openTestProject();
    const responses: string[] = [];
    const sendRequest = (label: string, parameters: Record<string, unknown>) =>
      link
        .request('action.run', { action: 'scene.spawn', parameters })
        .catch(() => {})
        .then(() => responses.push(label));
    await Promise.all([
      sendRequest('needs a file', { asset: 'sunflower.glb' }),
      sendRequest('first', { type: 'Empty' }),
      sendRequest('second', { type: 'Empty' }),
    ]);
    expect(responses).toEqual(['first', 'second', 'needs a file']);
  });
});

describe('nodes that need an asset', () => {
  const graph = createTestGraph(
    {
      start: 'Start',
      act: ['RunAction', { Action: 'scene.spawn', asset: 'sunflower.glb' }],
      spawn: ['SpawnObject', { Asset: 'chime.wav' }],
      none: ['SpawnObject', { Asset: 'none.wav' }],
      out: ['LogConsole', { Message: 'out' }],
      acted: ['LogConsole', { Message: 'acted' }],
      spawned: ['LogConsole', { Message: 'spawned' }],
      unknown: ['LogConsole', { Message: 'unknown' }],
    },
    [
      'start.Out > act.In',
      'act.Out > spawn.In',
      'spawn.Out > none.In',
      'none.Out > out.In',
      'act.Done > acted.In',
      'spawn.Failed > spawned.In',
      'none.Failed > unknown.In',
    ],
  );

  it('continue immediately, and report the result when the file has been read', async () => {
    const { runtime } = await openTestProject();
    const listMessages = (): string[] =>
      runtime
        .messages()
        .map(String)
        .filter((line) => !line.includes("'"));
    runtime.run(graph);
    runtime.step(3);
    expect(listMessages()).toEqual(['out', 'unknown']);
    while (listMessages().length < 4) {
      await new Promise(setImmediate);
      runtime.step();
    }
    expect(listMessages()).toEqual(['out', 'unknown', 'acted', 'spawned']);
    expect(runtime.scene.list().map(({ tag }) => tag)).toContain('sunflower-1');
  });

  it('behave the same in a replay, which reads the files again', async () => {
    const lines: string[] = [];
    const { device, change } = createMemoryFilesDevice(demoFiles);
    const sink = {
      write: (line: string) => void lines.push(line),
      fail: (failure: unknown) => expect(failure).toBe(''),
    };
    const runtime = createRecordedRuntime({ now: () => new Date(0), files: device }, sink);
    const link = createInProcessLink(runtime);
    await link.request('project.open', { folder: '/project', name: 'project' });
    await link.request('graph.load', { graph });
    await link.request('graph.run', { graphId: 'graph' });
    while (runtime.scene.size < 3) {
      runtime.step();
      await new Promise(setImmediate);
    }
    await link
      .request('action.run', { action: 'scene.spawn', parameters: { asset: 'sunflower.glb' } })
      .catch(() => {});
    runtime.step();
    runtime.end();

    const journal = parseJournal(lines.join(''));
    const contents = await rereadAssets(journal.inputs, device);
    expect(replayJournal(journal, { assetContents: contents })).toMatchObject({
      agrees: true,
      missingAssets: [],
    });
    change('assets/chime.wav', 'another');
    const otherContents = await rereadAssets(journal.inputs, device);
    expect(replayJournal(journal, { assetContents: otherContents }).missingAssets).toEqual(['chime.wav']);
  });
});
