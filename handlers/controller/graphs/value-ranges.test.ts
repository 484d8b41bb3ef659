import { describe, expect, it } from 'vitest';
import { nodeTypes } from '#runtime/nodes/index.ts';
import { addNode, addNodes } from './add-nodes.ts';
import { applyBuildPlan } from './build-graph.ts';
import { writePort } from './graph-edits.ts';
import { openGraphFile } from '../projects/open-graph.ts';
import { createTestGraph, findPortId, takeGraphSnapshot, serializeGraphFile } from './testing-graphs.ts';

const position = { locationX: 0, locationY: 0 };

/** All bounds of ports that have a range, each with a value beyond the bound. */
const rangedPorts = nodeTypes.flatMap(({ enumValue, ports }) =>
  ports.flatMap(({ name, minimum, maximum }) => [
    ...(minimum === undefined ? [] : [{ type: enumValue, name, end: minimum, beyond: minimum - 1 }]),
    ...(maximum === undefined ? [] : [{ type: enumValue, name, end: maximum, beyond: maximum + 1 }]),
  ]),
);

describe('a number out of the range of its port', () => {
  it('is tested for the number of ports, and for every other port with a range', () => {
    expect([...new Set(rangedPorts.map(({ type, name }) => `${type} ${name}`))]).toMatchInlineSnapshot(`
      [
        "Sequence Count",
        "Switch Count",
        "MultiGate Count",
        "WaitAll Count",
        "HsvToColor S",
        "HsvToColor V",
        "ToText Decimals",
        "MakeList Count",
        "SetTimeScale Scale",
        "Raycast MaxDistance",
        "OverlapSphere Radius",
        "TweenPosition Duration",
        "TweenRotation Duration",
        "TweenScale Duration",
        "TweenColor Duration",
        "PlayAnimation Speed",
        "PlayAnimation Weight",
        "PlayAnimation Layer",
        "StopAnimation FadeOut",
        "SeekAnimation Time",
        "SetAnimationWeight Weight",
        "SetAnimationSpeed Speed",
        "TransitionAnimation Duration",
        "PlayAudio Volume",
        "PlayAudio Pitch",
        "StopAudio FadeOut",
        "SetAudioVolume Volume",
        "SetAudioPitch Pitch",
        "SetCameraFov Fov",
        "CameraFollow Damping",
        "SetLightIntensity Intensity",
        "OnMidiNote Channel",
        "OnMidiControl Channel",
        "OnMidiControl Controller",
        "SendMidi Channel",
        "SendMidi Data1",
        "SendMidi Data2",
        "HttpRequest Timeout",
      ]
    `);
  });

  it.each(rangedPorts)('is rejected where $type has $beyond for $name with the bound $end', (port) => {
    const { store, graph, add } = createTestGraph();
    const node = add(port.type);
    writePort(store, findPortId(node, port.name), port.end);
    const before = takeGraphSnapshot(store, graph);
    const rejection = expect.objectContaining({
      code: 'INVALID_VALUE',
      message: expect.stringMatching(
        new RegExp(`'${port.name}' is ${port.beyond}; expected .*[^\\d-]${port.end}\\b`),
      ),
    });
    const placement = { category: port.type, ...position, ports: { [port.name]: String(port.beyond) } };
    expect(() => writePort(store, findPortId(node, port.name), port.beyond)).toThrow(rejection);
    expect(() => addNode(store, graph, placement)).toThrow(rejection);
    expect(() => addNodes(store, graph, [placement])).toThrow(
      expect.objectContaining({ code: 'INVALID_VALUE', details: expect.objectContaining({ index: 0 }) }),
    );
    expect(() =>
      applyBuildPlan(store, graph, { nodes: [{ tempId: 'x', ...placement }], connections: [] }),
    ).toThrow(expect.objectContaining({ code: 'INVALID_VALUE' }));
    expect(takeGraphSnapshot(store, graph)).toEqual(before);
  });

  it.each([
    [1000, 64],
    [-5, 1],
  ])('is opened from a file: %d as %d', (written, stored) => {
    const { store, graph, add } = createTestGraph();
    const sequence = add('Sequence');
    writePort(store, findPortId(sequence, 'Count'), 7);
    const text = serializeGraphFile(graph).replace('"Count":7', `"Count":${written}`);
    const opened = openGraphFile(createTestGraph().store, graph.path, text).nodes.get(sequence.id)!;
    expect(opened.values.Count).toBe(stored);
    expect(opened.ports.filter(({ direction }) => direction === 'output')).toHaveLength(stored);
  });
});
