import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { actionsByName } from './index.ts';
import { parseParameters } from './parse-parameters.ts';

const allActions = [...actionsByName.values()].filter(({ category }) =>
  ['audio', 'camera'].includes(category),
);
const parseCall = (name: string, raw: Record<string, unknown>): Record<string, unknown> =>
  parseParameters(allActions.find((named) => named.name === name)!, raw);

it.each(allActions)(
  'the schema of $name describes each parameter and each field of the result',
  ({ spec }) => {
    for (const [schema, io] of [
      [spec.parameters, 'input'],
      [spec.result, 'output'],
    ] as const) {
      const { properties = {} } = z.toJSONSchema(schema, {
        target: 'openapi-3.0',
        io,
        unrepresentable: 'any',
      });
      for (const [name, property] of Object.entries(properties))
        expect(property, name).toMatchObject({ description: expect.stringMatching(/\w+ \w+/) });
    }
  },
);

it.each([
  ['audio.play', 'asset', 'AssetSelector'],
  ['audio.play', 'object', 'ObjectSelector'],
  ['audio.stop', 'object', 'ObjectSelector'],
  ['camera.setActive', 'camera', 'ObjectSelector'],
  ['camera.follow', 'offset', 'Vector3'],
  ['camera.worldToScreen', 'camera', 'ObjectSelector'],
  ['camera.worldToScreen', 'point', 'Vector3'],
])('%s %s has the port type %s', (name, parameter, portType) => {
  const { spec } = allActions.find((named) => named.name === name)!;
  const { properties = {} } = z.toJSONSchema(spec.parameters, { io: 'input', unrepresentable: 'any' });
  expect(properties[parameter]).toMatchObject({ 'x-port-type': portType });
});

describe('defaults', () => {
  const zero = { x: 0, y: 0, z: 0 };
  it.each([
    [
      'audio.play',
      { asset: 'a.wav' },
      { asset: 'a.wav', volume: 1, pitch: 1, loop: false, spatial: false, fadeIn: 0 },
    ],
    ['audio.pause', {}, {}],
    ['audio.stop', { SOUNDID: 'sound-1' }, { soundId: 'sound-1', fadeOut: 0 }],
    [
      'audio.fade',
      { soundId: 'sound-1', to: 0, time: 1 },
      { soundId: 'sound-1', to: 0, time: 1, stopAtEnd: false },
    ],
    ['audio.setMasterVolume', { volume: 0 }, { volume: 0 }],
    ['camera.setActive', { camera: 'eye' }, { camera: 'eye', blend: 0 }],
    ['camera.set', { camera: 'eye' }, { camera: 'eye' }],
    ['camera.follow', { camera: 'eye' }, { camera: 'eye', damping: 0 }],
    ['camera.follow', { camera: 'eye', target: null }, { camera: 'eye', target: null, damping: 0 }],
    ['camera.worldToScreen', { point: 0 }, { point: zero }],
  ])('from %s %j', (name, raw, parsed) => {
    expect(parseCall(name, raw)).toEqual(parsed);
  });
});

describe('rejected parameters', () => {
  it.each([
    ['audio.play', 'asset', {}],
    ['audio.play', 'asset', { asset: '' }],
    ['audio.play', 'volume', { asset: 'a.wav', volume: 1.01 }],
    ['audio.play', 'volume', { asset: 'a.wav', volume: -0.01 }],
    ['audio.play', 'pitch', { asset: 'a.wav', pitch: 0 }],
    ['audio.play', 'pitch', { asset: 'a.wav', pitch: 101 }],
    ['audio.play', 'fadeIn', { asset: 'a.wav', fadeIn: -1 }],
    ['audio.seek', 'soundId', { time: 0 }],
    ['audio.seek', 'time', { soundId: 'sound-1' }],
    ['audio.setVolume', 'volume', {}],
    ['audio.setPitch', 'pitch', {}],
    ['audio.setSpatial', 'spatial', { soundId: 'sound-1' }],
    ['audio.setSpatial', 'minDistance', { soundId: 'sound-1', spatial: true, minDistance: 0 }],
    ['audio.setSpatial', 'rolloff', { soundId: 'sound-1', spatial: true, rolloff: 'Linear' }],
    ['audio.setSpatial', 'rolloffFactor', { soundId: 'sound-1', spatial: true, rolloffFactor: -1 }],
    ['audio.fade', 'to', { soundId: 'sound-1', to: 2, time: 1 }],
    ['audio.setMasterVolume', 'volume', { muted: true }],
    ['camera.setActive', 'camera', {}],
    ['camera.set', 'fov', { camera: 'eye', fov: 180 }],
    ['camera.set', 'near', { camera: 'eye', near: 0 }],
    ['camera.set', 'orthoSize', { camera: 'eye', orthoSize: 0 }],
    ['camera.set', 'projection', { camera: 'eye', projection: 'fisheye' }],
    ['camera.follow', 'damping', { camera: 'eye', target: 'cube', damping: -1 }],
    ['camera.shake', 'strength', { camera: 'eye', strength: -1, time: 1 }],
    ['camera.shake', 'seed', { camera: 'eye', strength: 1, time: 1, seed: 0.5 }],
    ['camera.worldToScreen', 'point', {}],
  ])('by %s for its %s: %j', (name, parameter, raw) => {
    expect(() => parseCall(name, raw)).toThrow(
      expect.objectContaining({
        code: 'INVALID_PARAMETERS',
        details: expect.objectContaining({ parameter }),
      }),
    );
  });
});
