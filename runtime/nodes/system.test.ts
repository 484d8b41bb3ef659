import { actions } from '#spec/actions/index.ts';
import { describe, expect, test } from 'vitest';
import { nodeTypeByEnumValue } from './index.ts';
import { createStage, sketch } from '../engine/testing.ts';

test('LogConsole writes an entry of the node with its severity', () => {
  const stage = createStage();
  stage.run(
    sketch({ start: 'Start', log: ['LogConsole', { Message: 'careful', Severity: 'warning' }] }, [
      'start.Out > log.In',
    ]),
  );
  stage.step();
  expect(stage.raised('console.log')).toEqual([
    {
      type: 'console.log',
      tick: 1,
      time: expect.closeTo(1 / 60),
      graphId: 'graph',
      nodeId: 'log',
      data: {
        id: 'r1',
        timestamp: '1970-01-01T00:00:00.000Z',
        severity: 'warning',
        contextType: 'node',
        graphId: 'graph',
        nodeId: 'log',
        message: 'careful',
      },
    },
  ]);
});

describe('RunAction', () => {
  const acting = (values: Record<string, string | object>) => {
    const stage = createStage();
    stage.run(
      sketch(
        {
          start: 'Start',
          act: ['RunAction', values as Record<string, string>],
          out: ['LogConsole', { Message: 'out' }],
          done: ['LogConsole', { Message: 'done' }],
          failed: ['LogConsole', { Message: 'failed' }],
        },
        ['start.Out > act.In', 'act.Out > out.In', 'act.Done > done.In', 'act.Failed > failed.In'],
      ),
    );
    stage.step();
    const first = stage.messages();
    stage.step();
    return { first, second: stage.messages().slice(first.length), stage };
  };

  test('runs the action at once, and fires Done with its result in the next frame', () => {
    const { first, second, stage } = acting({ Action: 'log.console', message: 'hello' });
    expect(first).toEqual(['hello', 'out']);
    expect(second).toEqual(['done']);
    expect(stage.port('act.out.Result')).toEqual({ id: expect.stringMatching(/^r\d+$/) });
  });

  test.each([
    [{ Action: 'log.console', message: 'x', severity: 'loud' }, 'severity'],
    [{ Action: 'log.console' }, 'message'],
    [{ Action: 'scene.objects.destroy', object: 'nobody' }, 'nobody'],
    [{ Action: 'no.such' }, 'no.such'],
    [{}, 'No action is chosen.'],
  ])('fires Failed with the reason for %j', (values, reason) => {
    const { first, second, stage } = acting(values);
    expect(first).toEqual(['out']);
    expect(second).toEqual(['failed']);
    expect(stage.port('act.out.Error')).toContain(reason);
    expect(stage.data('graph.stopped')).toEqual([]);
  });

  test('gives positions and objects ports of their own type', () => {
    const ports = nodeTypeByEnumValue.get('runaction')!.portsFor!({ Action: 'tween.position' });
    const typeOfPort = (name: string) => ports.find((port) => port.name === name)?.type;
    expect([typeOfPort('object'), typeOfPort('position'), typeOfPort('time'), typeOfPort('ease')]).toEqual([
      'ObjectSelector',
      'Vector3',
      'Float',
      'Dropdown',
    ]);
  });

  test('has one typed port per parameter of the chosen action in place of Parameters', () => {
    const ports = nodeTypeByEnumValue.get('runaction')!.portsFor!({ Action: 'log.console' });
    const parameters = Object.keys(actions.log.console.parameters.shape);
    expect(ports.map(({ name }) => name)).toEqual(
      ['In', 'Action', parameters, 'Out', 'Done', 'Failed', 'Result', 'Error'].flat(),
    );
    expect(ports[2]).toMatchObject({ type: 'String', direction: 'input' });
    expect(ports[3]).toMatchObject({
      type: 'Dropdown',
      default: 'log',
      options: ['log', 'warning', 'error'],
    });
  });

  test('cannot step time from within a step', () => {
    const stage = createStage();
    stage.execute('action.run', { action: 'time.pause', parameters: {} });
    stage.run(
      sketch({ start: 'Start', act: ['RunAction', { Action: 'time.step', ticks: 1 }] }, [
        'start.Out > act.In',
      ]),
    );
    stage.step(2);
    expect(stage.port('act.out.Error')).toContain('within a step');
  });
});
