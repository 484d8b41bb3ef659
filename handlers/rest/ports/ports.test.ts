import { expect, it } from 'vitest';
import { describeOnEveryHost, findPortId } from '../../testing-on-every-host.ts';
import type { ErrorBody } from '../../testing-on-every-host.ts';

describeOnEveryHost('ports', (host) => {
  const { call, createGraph, createNode } = host;

  it('lists the MIDI devices and input actions of discovery', async () => {
    const graph = await createGraph('Devices');
    const options = async (category: string, port: string) => {
      const id = findPortId(await createNode(graph, category), port);
      return (await call<string[]>('GET', `/api/ports/${id}/options`)).body;
    };
    expect(await options('OnMidiNote', 'Device')).toContain('Loopback');
    expect(await options('SendMidi', 'Device')).toContain('Loopback');
    const { body } = await call<{ items: { name: string }[] }>('GET', '/api/discovery/input-action');
    expect(await options('OnInputAction', 'Action')).toEqual(body.items.map(({ name }) => name));
    const action = findPortId(await createNode(graph, 'OnInputAction'), 'Action');
    await call('GET', `/api/ports/${action}/options`);
    expect((await call('PUT', `/api/ports/${action}/value`, { value: 1 })).body).toMatchObject({
      value: body.items[1]?.name,
    });
    expect((await call('PUT', `/api/ports/${action}/value`, { value: 99 })).status).toBe(400);
    host.test.disconnectRuntime();
    expect(await options('OnInputAction', 'Action')).toEqual([]);
  });

  it('disables triggers only, and a disabled trigger lets nothing pass', async () => {
    const graph = await createGraph('Gated');
    const log = await createNode(graph, 'LogConsole');
    const outPortId = findPortId(graph.nodes[0]!, 'Out');
    const connection = { outputPortId: outPortId, inputPortId: findPortId(log, 'In') };
    await call('POST', `/api/graphs/${graph.id}/connections`, connection);
    for (let times = 0; times < 2; times += 1) {
      expect((await call('POST', `/api/ports/${outPortId}/disable`)).body).toMatchObject({
        isDisabled: true,
      });
    }
    const run = async (): Promise<void> => {
      await call('POST', `/api/graphs/${graph.id}/sync`);
      await call('POST', `/api/graphs/${graph.id}/run`);
      host.test.runtime!.step(1);
      await call('POST', `/api/graphs/${graph.id}/stop`);
    };
    await run();
    expect((await call('GET', '/api/console')).body).toEqual([]);
    expect((await call('POST', `/api/ports/${outPortId}/enable`)).body).toMatchObject({ isDisabled: false });
    await run();
    expect((await call('GET', '/api/console')).body).toHaveLength(1);
    const data = await call<ErrorBody>('POST', `/api/ports/${findPortId(log, 'Message')}/disable`);
    expect([data.status, data.body.error.code]).toEqual([405, 'TYPE_IMMUTABLE']);
  });

  it('returns the options of a Dropdown, and rejects other ports', async () => {
    const graph = await createGraph('Options');
    const delay = await createNode(graph, 'Delay');
    expect((await call('GET', `/api/ports/${findPortId(delay, 'OnRetrigger')}/options`)).body).toEqual([
      'Ignore',
      'Restart',
      'Queue',
      'Parallel',
    ]);
    expect((await call('GET', `/api/ports/${findPortId(delay, 'Duration')}/options`)).status).toBe(400);
    expect((await call('GET', `/api/ports/${findPortId(delay, 'Duration')}`)).body).toMatchObject({
      type: 'Float',
    });
    expect((await call('GET', `/api/nodes/${delay.id}/ports`)).body).toHaveLength(delay.ports.length);
  });

  it('offers the actions to a node that runs one', async () => {
    const run = await createNode(await createGraph('Actions'), 'RunAction');
    const { body } = await call('GET', `/api/ports/${findPortId(run, 'Action')}/options?limit=1000`);
    expect(body).toEqual(expect.arrayContaining(['log.console', 'scene.spawn', 'tween.position']));
  });

  it('offers the scenes of the project, and accepts no other', async () => {
    const node = await createNode(await createGraph('Scenes'), 'SwitchScene');
    const port = `/api/ports/${findPortId(node, 'Scene')}`;
    const options = async () => (await call('GET', `${port}/options`)).body;
    const write = (value: string) => call<ErrorBody>('PUT', `${port}/value`, { value });
    expect(await options()).toEqual(['Default']);
    expect((await write('Kitchen')).body.error.details).toMatchObject({ validOptions: ['Default'] });
    await call('POST', '/api/actions/scene/save', { scene: 'Kitchen' });
    expect(await options()).toEqual(['Default', 'Kitchen']);
    expect(await write('Kitchen')).toMatchObject({ status: 200, body: { value: 'Kitchen' } });
    await call('POST', '/api/actions/assets/delete', { asset: 'Kitchen.scene.json', confirm: true });
    expect(await options()).toEqual(['Default']);
    expect((await call('GET', port)).body).toMatchObject({ value: 'Kitchen' });
  });

  it('does not confuse a connected sub-port with a port', async () => {
    const graph = await createGraph('Split');
    const vector = await createNode(graph, 'SetPosition');
    const number = await createNode(graph, 'Add');
    const vectorPortId = findPortId(vector, 'Position');
    await call('POST', `/api/ports/${vectorPortId}/expand`);
    const connection = { outputPortId: findPortId(number, 'Result'), inputPortId: `${vectorPortId}.X` };
    const response = await call('POST', `/api/graphs/${graph.id}/connections`, connection);
    expect(response.status).toBe(201);
    expect((await call('GET', `/api/ports/${vector.id}.in.Nothing`)).status).toBe(404);
  });

  it('returns the value of a port while the graph runs, as of the last ports/sync', async () => {
    const graph = await createGraph('Live');
    const frame = findPortId(graph.nodes[1]!, 'Frame');
    await call('POST', `/api/graphs/${graph.id}/sync`);
    await call('POST', `/api/graphs/${graph.id}/run`);
    for (const value of [5, 6]) {
      host.test.runtime!.step(value === 5 ? 5 : 1);
      await call('POST', `/api/graphs/${graph.id}/ports/sync`);
      expect((await call('GET', `/api/ports/${frame}/value`)).body).toMatchObject({ value });
    }
  });
});
