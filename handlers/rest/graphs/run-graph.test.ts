import { expect, it } from 'vitest';
import { describeOnEveryHost, findPortId } from '../../testing-on-every-host.ts';
import type { ErrorBody, GraphBody } from '../../testing-on-every-host.ts';

describeOnEveryHost('execution', (host) => {
  const { call, createGraph, createNode } = host;

  it('runs the synced graph, reports when it is stale, and stops', async () => {
    const graph = await createGraph();
    const log = await createNode(graph, 'LogConsole');
    await call('PUT', `/api/ports/${findPortId(log, 'Message')}/value`, { value: 'Started' });
    await call('POST', `/api/graphs/${graph.id}/connections`, {
      outputPortId: findPortId(graph.nodes[0]!, 'Out'),
      inputPortId: findPortId(log, 'In'),
    });
    const response = await call<ErrorBody>('POST', `/api/graphs/${graph.id}/run`);
    expect([response.status, response.body.error.code]).toEqual([409, 'GRAPH_NOT_SYNCED']);

    expect((await call('POST', `/api/graphs/${graph.id}/sync`)).body).toMatchObject({ synced: true });
    await call('PUT', `/api/ports/${findPortId(log, 'Message')}/value`, { value: 'Edited' });
    expect((await call('POST', `/api/graphs/${graph.id}/run`)).body).toMatchObject({
      state: 'running',
      stale: true,
    });
    host.test.runtime!.step(1);
    const { body: entries } = await call<{ message: string; contextType: string }[]>('GET', '/api/console');
    expect(entries).toMatchObject([{ message: 'Started', contextType: 'node' }]);

    expect((await call('GET', `/api/graphs/${graph.id}`)).body).toMatchObject({ state: 'running' });
    expect((await call('POST', `/api/graphs/${graph.id}/stop`)).body).toMatchObject({ state: 'stopped' });
    expect((await call('GET', `/api/graphs/${graph.id}`)).body).toMatchObject({ state: 'stopped' });
  });

  it('returns whether a run has started a graph that may have been running, and restarts it on request', async () => {
    const graph = await createGraph();
    const run = async (query = '') => (await call('POST', `/api/graphs/${graph.id}/run${query}`)).body;
    await call('POST', `/api/graphs/${graph.id}/sync`);
    expect(await run('?restart=true')).toMatchObject({ started: true });
    expect(await run()).toMatchObject({ state: 'running', started: false });
    host.test.runtime!.step(1);
    const log = await createNode(graph, 'LogConsole');
    await call('PUT', `/api/ports/${findPortId(log, 'Message')}/value`, { value: 'Begins' });
    await call('POST', `/api/graphs/${graph.id}/connections?sync=true`, {
      outputPortId: findPortId(graph.nodes[0]!, 'Out'),
      inputPortId: findPortId(log, 'In'),
    });
    const listStarted = async () => {
      host.test.runtime!.step(1);
      const { body } = await call<{ message: string }[]>('GET', '/api/console');
      return body.filter(({ message }) => message === 'Begins').length;
    };
    expect(await listStarted()).toBe(0);
    expect(await run('?restart=true')).toMatchObject({ started: true, stale: false });
    expect(await listStarted()).toBe(1);
  });

  it('reports a running graph as idle until it gets more to do', async () => {
    const graph = await createGraph();
    const [log, listener] = [await createNode(graph, 'LogConsole'), await createNode(graph, 'OnCustomEvent')];
    const connect = (outputPortId: string, query = '') =>
      call('POST', `/api/graphs/${graph.id}/connections${query}`, {
        ...{ outputPortId, inputPortId: findPortId(log, 'In') },
      });
    const readState = async () => {
      const { body } = await call<{ state: string; idle: boolean }>('GET', `/api/graphs/${graph.id}`);
      return [body.state, body.idle];
    };
    await connect(findPortId(graph.nodes[0]!, 'Out'), '?sync=true');
    expect(await readState()).toEqual(['stopped', false]);
    await call('POST', `/api/graphs/${graph.id}/run`);
    expect(await readState()).toEqual(['running', false]);
    host.test.runtime!.step(1);
    expect(await readState()).toEqual(['running', true]);
    await connect(findPortId(listener, 'Out'), '?sync=true');
    expect(await readState()).toEqual(['running', false]);
    host.test.runtime!.step(1);
    expect(await readState()).toEqual(['running', false]);
    await call('POST', `/api/graphs/${graph.id}/stop`);
    expect(await readState()).toEqual(['stopped', false]);
  });

  it('accepts custom events for one graph or all running ones, and returns who receives them', async () => {
    const listening = async () => {
      const graph = await createGraph();
      const [listener, log] = [
        await createNode(graph, 'OnCustomEvent'),
        await createNode(graph, 'LogConsole'),
      ];
      await call('PUT', `/api/ports/${findPortId(listener, 'Name')}/value`, { value: 'go' });
      const wires = [
        [findPortId(listener, 'Out'), findPortId(log, 'In')],
        [findPortId(listener, 'Payload'), findPortId(log, 'Message')],
      ];
      for (const [outputPortId, inputPortId] of wires)
        await call('POST', `/api/graphs/${graph.id}/connections?sync=true`, { outputPortId, inputPortId });
      return { graphId: graph.id, nodeIds: [listener.id] };
    };
    const send = async (target: string, body: object) =>
      (await call<{ heard: unknown[] }>('POST', `/api/graphs${target}/events`, body)).body;
    const [one, two] = [await listening(), await listening()];
    expect(await send(`/${one.graphId}`, { name: 'go' })).toMatchObject({ name: 'go', heard: [] });
    for (const { graphId } of [one, two]) await call('POST', `/api/graphs/${graphId}/run`);
    expect(await send(`/${one.graphId}`, { name: 'go', payload: 'to one' })).toMatchObject({ heard: [one] });
    expect(await send('', { name: 'go', payload: 'to all' })).toMatchObject({ heard: [one, two] });
    expect(await send('', { name: 'Go' })).toMatchObject({ heard: [] });
    host.test.runtime!.step(1);
    const { body: entries } = await call<{ message: string }[]>('GET', '/api/console');
    expect(entries.map(({ message }) => message)).toEqual(['to one', 'to all', 'to all']);

    const rejected = await call<ErrorBody>('POST', '/api/graphs/events', { payload: 1 });
    expect([rejected.status, rejected.body.error.message]).toEqual([400, expect.stringContaining('name')]);
    expect((await call('POST', '/api/graphs/none/events', { name: 'go' })).status).toBe(404);
  });

  it('feeds and reads components of vectors through sub-ports, expanded or collapsed', async () => {
    const graph = await createGraph();
    const id = graph.id;
    const [count, length, makeVector, sum, watch] = [
      await createNode(graph, 'FrameCount'),
      await createNode(graph, 'VectorLength'),
      await createNode(graph, 'MakeVector3'),
      await createNode(graph, 'Add'),
      await createNode(graph, 'Watch'),
    ];
    const connection = async (outputPortId: string, inputPortId: string) =>
      expect(
        (await call('POST', `/api/graphs/${id}/connections`, { outputPortId, inputPortId })).status,
      ).toBe(201);
    const sub = async (portId: string, label: string) => {
      const { body } = await call<{ subPorts: { id: string; name: string }[] }>(
        'POST',
        `/api/ports/${portId}/expand`,
      );
      return body.subPorts.find(({ name }) => name.endsWith(label))!.id;
    };
    await call('PUT', `/api/ports/${findPortId(length, 'Vector')}/value`, { value: [0, 3, 4] });
    await call('PUT', `/api/ports/${findPortId(makeVector, 'Y')}/value`, { value: 100 });
    await connection(findPortId(count, 'Frame'), await sub(findPortId(length, 'Vector'), '.X'));
    await connection(await sub(findPortId(makeVector, 'Vector'), '.Y'), findPortId(sum, 'A'));
    await connection(findPortId(length, 'Length'), findPortId(sum, 'B'));
    await connection(findPortId(sum, 'Result'), findPortId(watch, 'Value'));
    await connection(findPortId(graph.nodes[1]!, 'Out'), findPortId(watch, 'In'));
    const watched = async () =>
      (await call<{ value: unknown }>('GET', `/api/ports/${findPortId(watch, 'Value')}/value`)).body.value;

    await call('POST', `/api/graphs/${id}/sync`);
    await call('POST', `/api/graphs/${id}/run`);
    host.test.runtime!.step(12);
    const flushed = await call<{ ports: { portId: string }[] }>('POST', `/api/graphs/${id}/ports/sync`);
    expect(await watched()).toBe(113);
    const knownIds = new Set(
      (await call<GraphBody>('GET', `/api/graphs/${id}`)).body.nodes.map((node) => node.id),
    );
    expect(flushed.body.ports.filter(({ portId }) => !knownIds.has(portId.slice(0, 36)))).toEqual([]);

    await call('POST', `/api/ports/${findPortId(length, 'Vector')}/collapse`);
    await call('POST', `/api/graphs/${id}/sync`);
    host.test.runtime!.step(72);
    await call('POST', `/api/graphs/${id}/ports/sync`);
    expect(await watched()).toBeCloseTo(100 + Math.hypot(84, 3, 4));
  });

  it('presses a button, and returns whether any node received it', async () => {
    const graph = await createGraph();
    const [button, log] = [await createNode(graph, 'ManualButton'), await createNode(graph, 'LogConsole')];
    await call('POST', `/api/graphs/${graph.id}/connections`, {
      outputPortId: findPortId(button, 'Pressed'),
      inputPortId: findPortId(log, 'In'),
    });
    await call('POST', `/api/graphs/${graph.id}/sync`);
    const write = async (value: boolean) =>
      (await call('PUT', `/api/ports/${findPortId(button, 'Pressed')}/value`, { value })).body;
    expect(await write(true)).toMatchObject({ pressed: false });
    await call('POST', `/api/graphs/${graph.id}/run`);
    host.test.runtime!.step(1);
    expect((await call<unknown[]>('GET', '/api/console')).body).toEqual([]);
    expect(await write(true)).toMatchObject({ pressed: true });
    expect(await write(false)).not.toHaveProperty('pressed');
    host.test.runtime!.step(1);
    expect((await call<unknown[]>('GET', '/api/console')).body).toHaveLength(1);
  });
});
