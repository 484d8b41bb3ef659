import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';
import type { ErrorBody } from '../../testing-on-every-host.ts';

describeOnEveryHost('projects', (host) => {
  const { call } = host;
  const runProjectAction = (action: string, body: object = {}) =>
    call<{ result: Record<string, unknown> } & ErrorBody>('POST', `/api/actions/${action}`, body);
  const open = (path: unknown) =>
    call<Record<string, unknown> & ErrorBody>('POST', '/api/project/open', { path });
  const position = (name: string): string => join(host.test.folder, name);
  const openName = async (): Promise<unknown> =>
    (await call<{ projectName: unknown }>('GET', '/api/health')).body.projectName;
  const listGraphNames = async (): Promise<string[]> =>
    (await call<{ name: string }[]>('GET', '/api/graphs')).body.map(({ name }) => name);
  let events: unknown[];

  beforeEach(async () => {
    await mkdir(position('other'));
    await writeFile(join(position('other'), 'project.json'), '{"format":1}');
    await mkdir(position('nothing'));
    events = [];
    host.test.service.bus.subscribe((batch) => {
      for (const { type, data } of batch)
        if (type.startsWith('project.')) events.push([type, data.projectName]);
    });
  });

  it('replace each other, with everything saved', async () => {
    await host.createGraph('Kept');
    expect(await open(position('other'))).toMatchObject({
      status: 200,
      body: { projectName: 'other', path: position('other') },
    });
    expect([await openName(), await listGraphNames()]).toEqual(['other', []]);
    expect(await readFile(join(position('project'), 'graphs/Kept.json'), 'utf8')).toContain('Kept');
    await host.createGraph('Elsewhere');
    expect((await open(join(position('project'), 'project.json'))).status).toBe(200);
    expect(await listGraphNames()).toEqual(['Kept']);
    expect(events).toEqual([
      ['project.closed', 'project'],
      ['project.opened', 'other'],
      ['project.closed', 'other'],
      ['project.opened', 'project'],
    ]);
  });

  it('run the graphs that their settings name, which keep their names', async () => {
    await mkdir(join(position('other'), 'graphs'));
    const graph =
      '{"format":1,"id":"b3953022-320a-44b1-a7d3-8c5f087d66a0","name":"Opening","nodes":[],"connections":[]}';
    await writeFile(join(position('other'), 'graphs/Opening.json'), graph);
    const head = { format: 1, variables: [], runAtOpening: ['graphs/Opening.json'] };
    await writeFile(join(position('other'), 'project.json'), JSON.stringify(head));
    await open(position('other'));
    host.test.runtime?.step();
    expect((await call<unknown>('GET', '/api/graphs')).body).toMatchObject([
      { name: 'Opening', state: 'running' },
    ]);
    await call('POST', '/api/variables', { name: 'v', type: 'Integer' });
    await open(position('project'));
    expect(JSON.parse(await readFile(join(position('other'), 'project.json'), 'utf8'))).toMatchObject({
      ...{ variables: [{ name: 'v' }], runAtOpening: head.runAtOpening },
    });
  });

  it('report each of their variables as deleted when they close, after the last events of their graphs, and keep them', async () => {
    const events: unknown[] = [];
    const variable = { type: 'Integer', value: 7 };
    const graph = await host.createGraph('Counting');
    const { body: globalVariable } = await call<{ id: string }>('POST', '/api/variables', {
      ...{ name: 'score', ...variable },
    });
    const { body: graphVariable } = await call<{ id: string }>('POST', '/api/variables', {
      ...{ name: 'own', ...variable, scope: 'graph', graphId: graph.id },
    });
    await call('POST', `/api/graphs/${graph.id}/sync`);
    await call('POST', `/api/graphs/${graph.id}/run`);
    host.test.runtime?.step();
    host.test.service.bus.subscribe((batch) => {
      for (const { type, data } of batch) events.push([type, data.id ?? data.graphId ?? data.projectName]);
    });
    await open(position('other'));
    expect(events.slice(0, 4)).toEqual([
      ['graph.stopped', graph.id],
      ['variable.deleted', globalVariable.id],
      ['variable.deleted', graphVariable.id],
      ['project.closed', 'project'],
    ]);
    await open(position('project'));
    expect((await call<unknown>('GET', '/api/variables')).body).toMatchObject([
      { id: globalVariable.id, value: 7 },
      { id: graphVariable.id, value: 7 },
    ]);
  });

  it('that are open already stay unchanged', async () => {
    await host.createGraph('Kept');
    expect((await open(position('project'))).status).toBe(200);
    expect([await listGraphNames(), events]).toEqual([['Kept'], []]);
  });

  it.each([
    ['a folder without a project', () => position('nothing')],
    ['a missing folder', () => position('none')],
    ['a relative path', () => 'other'],
    ['a path with ..', () => '../other'],
    ['a zero byte', () => `${position('other')}\0`],
    ['the root', () => '/'],
  ])('are not opened from %s, and the open one stays', async (_, path) => {
    await host.createGraph('Kept');
    expect(await open(path())).toMatchObject({
      status: 422,
      body: { error: { code: 'ACTION_FAILED', details: { parameter: 'path' } } },
    });
    expect([await openName(), await listGraphNames(), events]).toEqual(['project', ['Kept'], []]);
  });

  it('that cannot be opened leave the previous one open', async () => {
    await mkdir(join(position('other'), '.scene-runtime'));
    await writeFile(join(position('other'), '.scene-runtime/edits-1.jsonl'), '{"format":99}\n');
    await writeFile(join(position('other'), 'project.json'), '{"format":99}');
    await host.createGraph('Kept');
    expect((await open(position('other'))).status).toBe(422);
    expect([await openName(), await listGraphNames()]).toEqual(['project', ['Kept']]);
  });

  it('need a runtime to be opened', async () => {
    host.test.disconnectRuntime();
    expect(await open(position('other'))).toMatchObject({
      status: 503,
      body: { error: { code: 'RUNTIME_NOT_CONNECTED' } },
    });
    expect(await openName()).toBe('project');
  });

  it('are opened, described, saved and closed by actions', async () => {
    expect((await runProjectAction('project/open', { path: position('other') })).body.result).toEqual({
      projectName: 'other',
    });
    await host.createGraph('Fresh');
    const info = (await runProjectAction('project/info')).body.result;
    expect(info).toMatchObject({ name: 'other', path: position('other'), dirty: true });
    expect((await runProjectAction('project/save')).body.result).toEqual({
      path: position('other'),
      revision: info.revision,
    });
    expect((await runProjectAction('project/info')).body.result).toMatchObject({ dirty: false });
    expect((await runProjectAction('project/close', { save: true })).body.result).toEqual({ closed: true });
    expect((await runProjectAction('project/close')).body.result).toEqual({ closed: false });
    expect(await openName()).toBe(null);
    expect(await runProjectAction('project/info')).toMatchObject({
      status: 409,
      body: { error: { code: 'NO_PROJECT' } },
    });
    expect(events.slice(-1)).toEqual([['project.closed', 'other']]);
  });

  it('that cannot be saved close without losing edits, or stay open when saving was requested', async () => {
    await host.createGraph('Kept');
    await mkdir(join(position('project'), 'graphs/Kept.json'), { recursive: true });
    expect(await runProjectAction('project/close', { save: true })).toMatchObject({
      body: { error: { code: 'SAVE_FAILED' } },
    });
    expect(await openName()).toBe('project');
    expect((await runProjectAction('project/close')).body.result).toEqual({ closed: true });
    await rm(join(position('project'), 'graphs/Kept.json'), { recursive: true });
    expect((await open(position('project'))).status).toBe(200);
    expect(await listGraphNames()).toEqual(['Kept']);
  });
});

describeOnEveryHost('the console', (host) => {
  const { call } = host;
  const runProjectAction = (action: string, body: object = {}) =>
    call<{ result: Record<string, unknown> }>('POST', `/api/actions/log/${action}`, body);
  const messages = async (): Promise<string[]> =>
    (await call<{ message: string }[]>('GET', '/api/console')).body.map(({ message }) => message);

  it('is cleared for all', async () => {
    await runProjectAction('console', { message: 'one' });
    await runProjectAction('console', { message: 'two' });
    expect((await runProjectAction('clear')).body.result).toEqual({ removed: 2 });
    expect(await messages()).toEqual([]);
    await runProjectAction('console', { message: 'three' });
    expect(await messages()).toEqual(['three']);
  });

  it('receives what is serious enough', async () => {
    expect((await runProjectAction('setLevel', { severity: 'warning' })).body.result).toEqual({
      previous: 'log',
    });
    await runProjectAction('console', { message: 'one' });
    await runProjectAction('console', { message: 'two', severity: 'warning' });
    await runProjectAction('console', { message: 'three', severity: 'error' });
    expect((await runProjectAction('setLevel', { severity: 'log' })).body.result).toEqual({
      previous: 'warning',
    });
    await runProjectAction('console', { message: 'four' });
    expect(await messages()).toEqual(['two', 'three', 'four']);
  });
});
