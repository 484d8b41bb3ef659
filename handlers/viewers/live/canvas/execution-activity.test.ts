import { type Signal, signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createExecutionActivity, type ExecutionActivity, trackExecution } from './execution-activity.ts';
import type { Gap, SceneClient, SceneHub } from '#spec/client/index.ts';

describe('the execution activity of a graph', () => {
  let frames: ((time: number) => void)[];
  let activity: ExecutionActivity;
  const runFrames = (time: number): void => {
    const callbacks = frames;
    frames = [];
    for (const callback of callbacks) callback(time);
  };
  beforeEach(() => {
    frames = [];
    activity = createExecutionActivity((callback) => frames.push(callback));
  });

  const getKind = (nodeId: string) => activity.getNodePulse(nodeId).value?.kind;

  it('updates values once per frame, and at most ten times a second', () => {
    const value = activity.getPortValue('port');
    for (let tick = 1; tick <= 100; tick += 1)
      activity.setPortValues([{ portId: 'port', value: tick }], tick);
    expect([value.value, frames.length]).toEqual([undefined, 1]);
    runFrames(0);
    expect(value.value).toBe(100);
    activity.setPortValues([{ portId: 'port', value: 101 }], 101);
    runFrames(99);
    expect(value.value).toBe(100);
    runFrames(100);
    expect(value.value).toBe(101);
  });

  it('lights a node while it executes, and for a moment after', () => {
    activity.startNode('node', 'In', 1);
    runFrames(0);
    runFrames(400);
    activity.endNode('node', 2);
    expect(getKind('node')).toBe('single');
    runFrames(410);
    expect(getKind('node')).toBeUndefined();
  });

  it('lights a node long enough to be seen if it has ended at once', () => {
    activity.startNode('node', 'In', 1);
    activity.endNode('node', 2);
    runFrames(0);
    runFrames(99);
    expect(getKind('node')).toBe('single');
    runFrames(100);
    expect([getKind('node'), activity.wasReached('node').value]).toEqual([undefined, true]);
  });

  it('shows a node that is reached in every frame as steady, without flashing, until it is reached no more', () => {
    const kinds: unknown[] = [];
    for (let time = 0; time < 1_000; time += 50) {
      activity.startNode('node', 'In', time);
      activity.endNode('node', time + 1);
      runFrames(time);
      kinds.push(getKind('node'));
    }
    expect(kinds).toEqual([...Array(4).fill('single'), ...Array(16).fill('steady')]);
    runFrames(1_449);
    expect(getKind('node')).toBe('steady');
    runFrames(1_450);
    expect(getKind('node')).toBeUndefined();
  });

  it('flashes for what is reached four times a second', () => {
    for (let time = 0; time < 3_000; time += 250) {
      activity.startNode('node', 'In', time);
      activity.endNode('node', time + 1);
      runFrames(time);
      expect(getKind('node')).toBe('single');
      runFrames(time + 100);
      expect(getKind('node')).toBeUndefined();
    }
  });

  it('numbers the pulses of a trigger, so that each one moves along its wire', () => {
    const pulse = activity.getTriggerPulse('node', 'In');
    const numbers = [0, 300].map((time) => {
      activity.startNode('node', 'In', time);
      runFrames(time);
      return pulse.value?.kind === 'single' && pulse.value.number;
    });
    expect(new Set(numbers).size).toBe(2);
    expect(activity.getTriggerPulse('node', 'Cancel').value).toBeUndefined();
    runFrames(1_099);
    expect(pulse.value).toBeDefined();
    runFrames(1_100);
    expect(pulse.value).toBeUndefined();
  });

  it('shows that a value has changed', () => {
    activity.setPortValues([{ portId: 'port', value: 1 }], 1);
    runFrames(0);
    expect(activity.getValuePulse('port').value?.kind).toBe('single');
    runFrames(800);
    expect([activity.getValuePulse('port').value, frames.length]).toEqual([undefined, 0]);
  });

  it('marks the last node that was reached, of those that are not reached all the time', () => {
    const getMarked = () => ['frame', 'one', 'two'].filter((nodeId) => activity.isLastReached(nodeId).value);
    activity.setResting(false);
    for (let time = 0; time < 400; time += 50) {
      activity.startNode('frame', 'Out', time);
      if (time === 50) activity.startNode('one', 'In', time);
      if (time === 100) activity.startNode('two', 'In', time);
      runFrames(time);
    }
    expect(getMarked()).toEqual(['two']);
    activity.endRun();
    runFrames(500);
    expect(getMarked()).toEqual(['two']);
    activity.clear();
    runFrames(600);
    expect(getMarked()).toEqual([]);
  });

  it('marks a node that was reached all the time only after the graph has come to rest', () => {
    activity.setResting(false);
    for (let time = 0; time < 400; time += 50) {
      activity.startNode('frame', 'Out', time);
      runFrames(time);
    }
    const isMarked = activity.isLastReached('frame');
    expect(isMarked.value).toBe(false);
    activity.endRun();
    activity.setResting(true);
    runFrames(500);
    expect([isMarked.value, activity.isResting.value]).toEqual([true, true]);
  });

  it('lights a node after an end that precedes the latest start, but not after a later end that arrives first', () => {
    activity.startNode('again', 'In', 3);
    activity.endNode('again', 2);
    activity.endNode('over', 2);
    activity.startNode('over', 'In', 1);
    runFrames(0);
    expect([getKind('again'), getKind('over')]).toEqual(['single', 'single']);
    runFrames(500);
    expect([getKind('again'), getKind('over')]).toEqual(['single', undefined]);
  });

  it('does not light a node forever when the end event is lost', () => {
    activity.startNode('node', 'In', 1);
    runFrames(0);
    activity.resetExecuting();
    runFrames(800);
    expect([getKind('node'), frames.length]).toEqual([undefined, 0]);
  });

  it('keeps the value of the later tick in either order of arrival', () => {
    activity.setPortValues([{ portId: 'port', value: 'late' }], 9);
    activity.setPortValues([{ portId: 'port', value: 'early' }], 7);
    runFrames(0);
    expect(activity.getPortValue('port').value).toBe('late');
  });

  it('keeps values and errors when the run ends, but nothing moves', () => {
    activity.startNode('node', 'In', 1);
    activity.setPortValues([{ portId: 'port', value: 1 }], 9);
    activity.failNode('node', 'It failed.');
    runFrames(0);
    activity.endRun();
    runFrames(10);
    expect([
      ...[
        getKind('node'),
        activity.getValuePulse('port').value,
        activity.getTriggerPulse('node', 'In').value,
      ],
      ...[activity.getPortValue('port').value, activity.getError('node').value],
    ]).toEqual([undefined, undefined, undefined, 1, 'It failed.']);
  });

  it('is cleared with the next run', () => {
    activity.startNode('node', 'In', 1);
    activity.setPortValues([{ portId: 'port', value: 1 }], 9);
    activity.failNode('node', 'It failed.');
    runFrames(0);
    activity.clear();
    runFrames(10);
    expect([
      ...[getKind('node'), activity.wasReached('node').value],
      ...[activity.getPortValue('port').value, activity.getError('node').value],
    ]).toEqual([undefined, false, undefined, undefined]);
    // a restarted service may count ticks from 0 again
    activity.setPortValues([{ portId: 'port', value: 2 }], 1);
    runFrames(200);
    expect(activity.getPortValue('port').value).toBe(2);
  });
});

describe('a tracked graph', () => {
  let emit: (type: string, seq: number, fields?: object) => void;
  let list: Signal<readonly { id: string; state: string; idle: boolean }[]>;
  let gap: ReturnType<typeof signal<Gap | undefined>>;
  let activity: ExecutionActivity;
  let frames: ((time: number) => void)[];
  let stop: () => void;
  const runFrames = (time: number): void => {
    for (const callback of frames.splice(0)) callback(time);
  };

  beforeEach(() => {
    frames = [];
    activity = createExecutionActivity((callback) => frames.push(callback));
    gap = signal<Gap>();
    list = signal([]);
    const hub = {
      subscribe(_: unknown, handler: (event: unknown) => void) {
        emit = (type, seq, fields) =>
          handler({ type, seq, tick: seq, data: { graphId: 'g', nodeId: 'n', port: 'In', ...fields } });
        return Promise.resolve({ end: async () => {} });
      },
    } as unknown as SceneHub;
    const client = {
      request: () => Promise.reject(new Error('There are no values.')),
    } as unknown as SceneClient;
    stop = trackExecution(
      { client, hub: signal(hub), reconnectCount: signal(0), eventGap: gap },
      { list, openId: signal('g') },
      activity,
    );
  });

  afterEach(() => stop());

  it('is not lit by events that arrive after its run has ended', () => {
    emit('graph.stopped', 9);
    emit('node.executing', 7);
    runFrames(0);
    expect(activity.getNodePulse('n').value).toBeUndefined();
    emit('node.executing', 12);
    runFrames(10);
    expect(activity.getNodePulse('n').value).toBeDefined();
  });

  it('is no longer lit when the end events are missing', () => {
    emit('node.executing', 1);
    runFrames(0);
    gap.value = { reason: 'skipped', from: 2, to: 40 };
    runFrames(500);
    expect(activity.getNodePulse('n').value).toBeUndefined();
  });

  it('shows the errors of its nodes until it runs again', () => {
    emit('console.log', 1, { severity: 'warning', message: 'careful' });
    emit('console.log', 2, { severity: 'error', message: 'of another graph', graphId: 'other' });
    expect(activity.getError('n').value).toBeUndefined();
    emit('console.log', 3, { severity: 'error', message: 'Divided by zero' });
    emit('graph.stopped', 4);
    expect(activity.getError('n').value).toBe('Divided by zero');
    emit('graph.running', 5);
    expect(activity.getError('n').value).toBeUndefined();
  });

  const caller = { call: 1, graphId: 'visitor', nodeId: 'call' };
  const emitValue = (seq: number, value: unknown, fields: object = {}): void =>
    emit('ports.updated', seq, { ports: [{ portId: 'p', nodeId: 'n', value }], ...fields });

  it('is lit by calls, and shows the values of the latest one', () => {
    emit('node.executing', 1, { caller });
    emitValue(2, 'first', { caller });
    emitValue(3, 'second', { caller: { ...caller, call: 2 } });
    runFrames(0);
    expect([activity.getNodePulse('n').value?.kind, activity.getPortValue('p').value]).toEqual([
      'single',
      'second',
    ]);
    expect(activity.hasValuesOfCall.value).toBe(true);
  });

  it.each([
    ['the list of graphs', () => (list.value = [{ id: 'g', state: 'running', idle: false }])],
    ['an event', () => emit('graph.running', 1)],
  ])('keeps the values of its own run during calls, as soon as %s says that it runs', (_, start) => {
    start();
    emitValue(2, 'own');
    emitValue(3, 'of a call', { caller });
    emit('node.executing', 4, { caller, nodeId: 'm' });
    runFrames(0);
    expect([activity.getPortValue('p').value, activity.hasValuesOfCall.value]).toEqual(['own', false]);
    expect(activity.getNodePulse('m').value).toBeDefined();
    emit('graph.stopped', 5);
    emitValue(6, 'of a call', { caller });
    runFrames(200);
    expect([activity.getPortValue('p').value, activity.hasValuesOfCall.value]).toEqual(['of a call', true]);
  });

  it('rests unless it runs and has something left to do', () => {
    const getResting = (state: string, idle: boolean) => {
      list.value = [{ id: 'g', state, idle }];
      return activity.isResting.value;
    };
    expect([getResting('running', false), getResting('running', true), getResting('stopped', false)]).toEqual(
      [...[false, true, true]],
    );
  });
});
