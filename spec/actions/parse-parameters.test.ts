import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { getAction } from './find-action.ts';
import { parseParameters } from './parse-parameters.ts';

const parseCall = (name: string, raw: Record<string, unknown>) => parseParameters(getAction(name), raw);

const getParseError = (name: string, raw: Record<string, unknown>): ApiError => {
  try {
    parseCall(name, raw);
  } catch (failure) {
    if (failure instanceof ApiError) return failure;
    throw failure;
  }
  throw new Error(`${name} accepted ${JSON.stringify(raw)}`);
};

const moveAction = { object: 'cube-1', position: { x: 1, y: 2, z: 3 }, time: 1 };

describe('names of parameters', () => {
  const complete = { ...moveAction, ease: 'easeInQuad', space: 'local', delay: 1, loops: 2, yoyo: true };
  const spelling = (name: string) =>
    fc
      .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
      .map((upper) =>
        [...name].map((letter, i) => (upper[i] ? letter.toUpperCase() : letter.toLowerCase())).join(''),
      );

  it('are not case-sensitive and come in any order', () => {
    const spellings = fc.tuple(...Object.keys(complete).map(spelling)).chain((names) =>
      fc.shuffledSubarray(
        Object.values(complete).map((value, i) => [names[i]!, value] as const),
        { minLength: names.length },
      ),
    );
    fc.assert(
      fc.property(spellings, (entries) => {
        expect(parseCall('tween.position', Object.fromEntries(entries))).toEqual(complete);
      }),
    );
  });

  it('are rejected when the action does not declare them, with similar declared names', () => {
    const { code, details } = getParseError('tween.position', { ...moveAction, positon: 1 });
    expect(code).toBe('INVALID_PARAMETERS');
    expect(details).toMatchObject({ parameter: 'positon', nearest: ['position'] });
    expect(details?.validOptions).toContain('ease');
  });

  it.each(['__proto__', 'constructor', 'toString'])('are rejected when they are called %s', (name) => {
    expect(getParseError('time.pause', JSON.parse(`{"${name}": {}}`)).code).toBe('INVALID_PARAMETERS');
  });

  it('are rejected in two spellings at once', () => {
    const { code, details, reason } = getParseError('log.console', { message: 'a', Message: 'b' });
    expect(code).toBe('INVALID_PARAMETERS');
    expect(details).toMatchObject({ parameter: 'message' });
    expect(reason).toContain("'Message'");
  });
});

describe('values of parameters', () => {
  it('fall back to declared defaults', () => {
    expect(parseCall('tween.position', moveAction)).toEqual({
      ...moveAction,
      ease: 'linear',
      space: 'world',
      delay: 0,
      loops: 0,
      yoyo: false,
    });
  });

  it('are rejected when a required one is missing', () => {
    const { code, reason, details } = getParseError('tween.position', { position: 1, time: 1 });
    expect(code).toBe('INVALID_PARAMETERS');
    expect(reason).toBe("'object' of tween.position is missing: expected a string.");
    expect(details).toMatchObject({ parameter: 'object', expected: 'a string' });
    expect(getParseError('tween.position', { object: 'a', time: 1 }).reason).toContain(
      "'position' of tween.position is missing",
    );
  });

  it.each([
    ['tween.position', { ...moveAction, time: '1' }, 'time', 'a number, received a string'],
    ['tween.position', { ...moveAction, time: -1 }, 'time', 'at least 0'],
    ['tween.position', { ...moveAction, loops: 1.5 }, 'loops', 'a whole number, received 1.5'],
    ['tween.position', { ...moveAction, position: { x: 1, y: 2 } }, 'position', 'an array [x, y, z]'],
    ['tween.position', { ...moveAction, position: [1, 2] }, 'position', 'one number for every axis'],
    ['tween.position', { ...moveAction, position: { x: 1, y: 2, z: 3, w: 4 } }, 'position', 'x, y and z'],
    ['scene.setColor', { object: 'a', color: 'red' }, 'color', '[r, g, b, a]'],
    ['scene.setColor', { object: 'a', color: [1, 1, 1, 1, 1] }, 'color', '[r, g, b, a]'],
    ['scene.objects.setActive', { object: 'a', active: 1 }, 'active', 'a boolean'],
    ['scene.createLayer', { index: 6, name: 'x' }, 'index', '9 to 31'],
    ['scene.createLayer', { index: 32, name: 'x' }, 'index', 'at most 31'],
    ['scene.objects.setTag', { object: 'a', tag: '  ' }, 'tag', 'at least 1 character'],
    ['text.format', { template: 'a', arguments: 'b' }, 'arguments', 'an array'],
    ['log.console', { message: 'a', context: { graph: 'g', graphId: 'g' } }, 'context', "'graph'"],
  ])('%s rejects %j', (name, raw, parameter, expected) => {
    const { code, details } = getParseError(name, raw);
    expect(code).toBe('INVALID_PARAMETERS');
    expect(details).toMatchObject({ parameter, expected: expect.stringContaining(expected) });
  });

  it('lists the valid options of a choice', () => {
    expect(getParseError('tween.position', { ...moveAction, space: 'screen' }).details).toMatchObject({
      parameter: 'space',
      validOptions: ['world', 'local'],
    });
  });

  it.each([
    [
      { x: 1, y: 2, z: 3 },
      { x: 1, y: 2, z: 3 },
    ],
    [[1, 2, 3], { x: 1, y: 2, z: 3 }],
    [4, { x: 4, y: 4, z: 4 }],
  ])('accept the Vector3 %j as %j', (position, canonical) => {
    expect(parseCall('tween.position', { ...moveAction, position }).position).toEqual(canonical);
  });

  it.each([
    [[1, 0.5, 0, 0.25], { r: 1, g: 0.5, b: 0, a: 0.25 }],
    [[1, 0.5, 0], { r: 1, g: 0.5, b: 0, a: 1 }],
    [
      { r: 1, g: 0.5, b: 0, a: 0.25 },
      { r: 1, g: 0.5, b: 0, a: 0.25 },
    ],
    [
      { r: 1, g: 0.5, b: 0 },
      { r: 1, g: 0.5, b: 0, a: 1 },
    ],
  ])('accept the Color %j as %j', (color, canonical) => {
    expect(parseCall('scene.setColor', { object: 'a', color }).color).toEqual(canonical);
  });

  it.each([{}, { type: 'Empty', sceneObject: 'a' }, { type: 'Empty', asset: 'a.glb' }])(
    'of scene.spawn name exactly one source: %j is rejected',
    (raw) => {
      expect(getParseError('scene.spawn', raw).reason).toContain(
        'exactly one of type, sceneObject and asset',
      );
    },
  );

  it('of scene.objects.find accept a radius only around a point', () => {
    expect(getParseError('scene.objects.find', { radius: 1 }).details).toMatchObject({ parameter: 'radius' });
    expect(parseCall('scene.objects.find', { radius: 1, near: 0 })).toMatchObject({ radius: 1 });
  });

  it.each(['.', '..', ' .. '])('reject the tag %j, which no path could address', (tag) => {
    for (const [action, raw] of [
      ['scene.spawn', { type: 'Empty', tag }],
      ['scene.objects.setTag', { object: 'a', tag }],
    ] as const)
      expect(getParseError(action, raw).reason).toContain('expected another tag');
    expect(parseCall('scene.spawn', { type: 'Empty', tag: '...' })).toMatchObject({ tag: '...' });
  });

  it.each(['CON', 'aux.bundle.json', 'props/com1', 'Nul .x'])(
    'reject the file name %j of a device',
    (name) => {
      expect(getParseError('assets.createBundled', { object: 'a', name }).reason).toContain(
        'every file system accepts',
      );
      expect(getParseError('assets.rename', { asset: 'a.glb', name: `${name}/a.glb` }).reason).toContain(
        'every file system',
      );
      expect(getParseError('scene.save', { scene: name }).reason).toContain('every file system accepts');
      expect(parseCall('assets.createBundled', { object: 'a', name: 'Console' })).toMatchObject({
        name: 'Console',
      });
    },
  );
});
