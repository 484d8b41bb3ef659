/** Tests how graphs read the fields of objects from actions and events. */
import { expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';

describeOnEveryHost('fields of values', (host) => {
  const { call, createGraph } = host;

  /**
   * Builds a graph that logs a field of a value, and runs the graph.
   * @returns the graph's id and the tick of the run
   */
  const runLogging = async (path: string, source: object, trigger: string, value: string) => {
    const graph = await createGraph();
    const built = await call('POST', `/api/graphs/${graph.id}/build?sync=true`, {
      nodes: [
        { tempId: 'source', ...source },
        { tempId: 'field', category: 'GetJsonValue', ports: { Path: path } },
        { tempId: 'log', category: 'LogConsole' },
      ],
      connections: [
        ...('category' in source && source.category === 'RunAction'
          ? [{ from: `${graph.nodes[0]?.id}/Out`, to: 'source/In' }]
          : []),
        { from: `source/${trigger}`, to: 'log/In' },
        { from: `source/${value}`, to: 'field/Value' },
        { from: 'field/Result', to: 'log/Message' },
      ],
    });
    expect(built.status).toBe(200);
    const { body } = await call<{ tick: number }>('POST', `/api/graphs/${graph.id}/run`);
    return { graph, tick: body.tick };
  };
  const logged = async (): Promise<string[]> => {
    host.test.runtime!.step(3);
    const { body } = await call<{ message: string }[]>('GET', '/api/console');
    return body.map(({ message }) => message);
  };

  it('can be the tick at which an action ran, which is that of the run', async () => {
    host.test.runtime!.step(41);
    const clock = { category: 'RunAction', ports: { Action: 'time.get' } };
    const { tick } = await runLogging('/tick', clock, 'Done', 'Result');
    expect(await logged()).toEqual([`${tick}`]);
    expect(tick).toBeGreaterThan(40);
  });

  it('can be nested in the result of an action', async () => {
    await call('POST', '/api/actions/scene/spawn', {
      ...{ type: 'Primitives/Cube', tag: 'box', position: [1, 2.5, 3] },
    });
    const position = { category: 'RunAction', ports: { Action: 'transform.get', object: 'box' } };
    await runLogging('/position/y', position, 'Done', 'Result');
    expect(await logged()).toEqual(['2.5']);
  });

  it('can be part of an event', async () => {
    const listener = { category: 'OnCustomEvent', ports: { Name: 'goal' } };
    const { graph } = await runLogging('/players/1/name', listener, 'Out', 'Payload');
    host.test.runtime!.step(1);
    await call('POST', `/api/graphs/${graph.id}/events`, {
      ...{ name: 'goal', payload: { players: [{ name: 'Ada' }, { name: 'Grace' }] } },
    });
    expect(await logged()).toEqual(['Grace']);
  });
});
