import { describe, expect, it } from 'vitest';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import { ClipList } from './clip-document.ts';
import type { Json } from '#spec/values.ts';

const track = { property: 'position', times: [0, 1], values: [[0, 0, 0], { x: 1, y: 2, z: 3 }] };

const parseClips = (...clips: Json[]) => ClipList.parse(clips);

/** Returns the problems of clips, formatted with their paths. */
const findProblems = (...clips: unknown[]): string => {
  const { error } = ClipList.safeParse(clips, validationMessages);
  return error ? describeFirstProblem(error, '') : 'nothing';
};
const createClipWithTrack = (changes: object): string =>
  findProblems({ name: 'clip', tracks: [{ ...track, ...changes }] });

describe('clips in documents', () => {
  it('consist of tracks with keys in port shapes, and markers', () => {
    const [clip] = parseClips({
      name: 'wave',
      markers: [{ name: 'up', position: 0.5 }],
      tracks: [
        track,
        { target: 'arm/hand', property: 'rotation', times: [0], values: [[0, 90, 0]] },
        { component: 'Light', property: 'color', times: [0], values: [[1, 0, 0, 1]], interpolation: 'STEP' },
        { component: 'Light', property: 'intensity', times: [0, 2], values: [1, 2] },
        { component: 'Mesh', property: 'castShadow', times: [0, 1], values: [true, false] },
        { component: 'Text3D', property: 'text', times: [0], values: ['hello'] },
        { target: 'face', property: 'weights', times: [0], values: [[0, 0.5]] },
      ],
    });
    expect(clip).toMatchObject({ name: 'wave', duration: 2, markers: [{ name: 'up', position: 0.5 }] });
    expect(
      clip?.tracks.map(({ target, component, property, type, keys }) => [
        ...[target, component, property, type, keys.interpolation],
        'numbers' in keys ? [...keys.numbers] : keys.states,
      ]),
    ).toEqual([
      ['', 'Transform', 'position', 'Vector3', 'LINEAR', [0, 0, 0, 1, 2, 3]],
      ['arm/hand', 'Transform', 'rotation', 'Vector3', 'LINEAR', [0, 90, 0]],
      ['', 'Light', 'color', 'Color', 'STEP', [1, 0, 0, 1]],
      ['', 'Light', 'intensity', 'Float', 'LINEAR', [1, 2]],
      ['', 'Mesh', 'castShadow', 'Boolean', 'STEP', [true, false]],
      ['', 'Text3D', 'text', 'String', 'STEP', ['hello']],
      ['face', 'Transform', 'weights', 'Weights', 'LINEAR', [0, 0.5]],
    ]);
  });

  it('last for their duration, or until their last key', () => {
    expect(
      parseClips(
        { name: 'a', duration: 5, tracks: [track] },
        { name: 'b', tracks: [track] },
        { name: 'c' },
      ).map(({ duration }) => duration),
    ).toEqual([5, 1, 0]);
  });

  it('store three values per key for cubic splines', () => {
    const values = [0, 1, 2, 3, 4, 5];
    const [clip] = parseClips({
      name: 'a',
      tracks: [
        { component: 'Light', property: 'range', interpolation: 'CUBICSPLINE', times: [0, 1], values },
      ],
    });
    expect(clip?.tracks[0]?.keys).toMatchObject({ size: 1, numbers: Float64Array.from(values) });
  });

  it.each([
    [{ times: [1, 1] }, 'times.1: expected more than 1, the time of the key before it'],
    [{ times: [0, -1] }, 'times.1: expected a number from 0 to 86400'],
    [{ times: [0, Number.NaN] }, 'times.1: expected a number from 0 to 86400'],
    [{ times: [0, '1'] }, 'times.1: expected a number from 0 to 86400'],
    [{ times: [0] }, 'values: expected 1, one for each time; there are 2'],
    [
      { interpolation: 'CUBICSPLINE' },
      'values: expected 6: in-tangent, value and out-tangent of each key; there are 2',
    ],
    [
      { values: [[0, 0, 0], 1] },
      'values.1: expected an array [x, y, z] or an object with x, y and z, like the first value, with numbers of at most 1000000000000',
    ],
    [
      {
        values: [
          [0, 0],
          [0, 0],
        ],
      },
      'values.0: expected a number, true or false, a text, an array [x, y, z] or an array [r, g, b, a]',
    ],
    [
      { values: [1e13, 1] },
      'values.0: expected a number, like the first value, with numbers of at most 1000000000000',
    ],
    [{ values: [true, 'yes'] }, 'values.1: expected true or false, like the first value'],
    [
      { values: [true, false], interpolation: 'LINEAR' },
      'interpolation: expected STEP, because such values cannot be interpolated',
    ],
    [
      { property: 'weights', values: [[1, 2], [1]] },
      'values.1: expected an array of 2 numbers, like the first value, with numbers of at most 1000000000000',
    ],
    [
      { property: 'weights', values: [1, 2] },
      'values.0: expected an array with a number for each morph target, at most 256',
    ],
    [{ interpolation: 'linear' }, "interpolation: expected one of 'LINEAR', 'STEP', 'CUBICSPLINE'"],
    [{ times: [], values: [] }, 'times: expected at least 1 item'],
  ])('are rejected with the path of the problem for a track with %j', (changes, reason) => {
    expect(createClipWithTrack(changes)).toBe(`0.tracks.0.${reason}`);
  });

  it.each([
    [[{ name: 'a', tracks: [track, track] }], '0.tracks.1: another track has the same target and property'],
    [[{ name: 'a' }, { name: 'a' }], '1.name: another clip has the same name'],
    [
      [{ name: 'a', duration: 0.5, tracks: [track] }],
      '0.duration: expected at least 1, the time of the last key',
    ],
    [
      [{ name: 'a', markers: [{ name: 'm', position: 1 }] }],
      '0.markers.0.position: expected at most 0, the duration of the clip',
    ],
    [[{ name: 'a', track: [] }], "0: expected nothing under 'track'"],
    [[{ name: '' }], '0.name: expected at least 1 character'],
    [[7], '0: expected an object, received 7'],
  ])('are rejected for %j', (clips, reason) => {
    expect(findProblems(...clips)).toBe(reason);
  });

  it('hold no more keys than can be parsed without a noticeable delay', () => {
    const times = Array.from({ length: 100_000 }, (_, index) => index / 10);
    const long = (component: string) => ({ component, property: 'range', times, values: times });
    expect(findProblems({ name: 'a', tracks: [long('A'), long('B')] })).toBe('nothing');
    expect(findProblems({ name: 'a', tracks: [long('A'), long('B'), track] })).toBe(
      ': expected at most 200000 keys, received 200002',
    );
  });
});
