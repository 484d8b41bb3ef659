import { describe, expect, it } from 'vitest';
import { createActionTestRuntime } from './testing-actions.ts';

const createCubeScene = () => {
  const runtime = createActionTestRuntime();
  runtime.act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube' });
  const size = () => (runtime.act('transform.getBounds', { object: 'cube' }).size as { y: number }).y;
  const names = () =>
    (runtime.act('components.list', { object: 'cube' }).components as { name: string }[]).map(
      ({ name }) => name,
    );
  return { ...runtime, size, names };
};

describe('components', () => {
  it('rebuild structural properties at the next refresh, and no earlier', () => {
    const { act, size } = createCubeScene();
    const response = act('components.setProperties', {
      object: 'cube',
      component: 'Mesh',
      properties: [{ name: 'geometry', value: 'capsule' }],
    });
    expect(response).toMatchObject({ succeededCount: 1, failedCount: 0 });
    expect(size()).toBeCloseTo(1);
    expect(act('components.refresh', { object: 'cube' })).toEqual({ refreshed: ['Mesh'] });
    expect(size()).toBeCloseTo(2);
  });

  it('are added with values, copied with their object, and removed', () => {
    const { act, names } = createCubeScene();
    act('components.add', {
      object: 'cube',
      component: 'Light',
      properties: { kind: 'spot', intensity: '2' },
    });
    expect(names()).toEqual(['Transform', 'Mesh', 'Light', 'Material']);
    act('scene.objects.duplicate', { object: 'cube' });
    expect(act('light.list')).toMatchObject({
      lights: [
        { object: 'main-light' },
        { object: 'cube', kind: 'spot', intensity: 2 },
        { object: 'cube-1' },
      ],
    });
    expect(act('components.remove', { object: 'cube', component: 'Light' })).toEqual({ removed: 'Light' });
    expect(names()).toEqual(['Transform', 'Mesh', 'Material']);
  });

  it('reject unknown and duplicate components, and stay unchanged', () => {
    const { failure, names } = createCubeScene();
    const add = (component: string, properties = {}) =>
      failure('components.add', { object: 'cube', component, properties });
    expect(add('Lihgt')).toMatchObject({ code: 'COMPONENT_NOT_FOUND', details: { nearest: ['Light'] } });
    expect(add('Mesh').code).toBe('ACTION_FAILED');
    expect(add('Light', { intensity: 1, colour: 1 }).code).toBe('PROPERTY_NOT_FOUND');
    expect(add('Light', { intensity: -1 }).code).toBe('INVALID_VALUE');
    for (const action of ['components.remove', 'components.refresh']) {
      expect(failure(action, { object: 'cube', component: 'Transform' }).code).toBe('COMPONENT_NOT_FOUND');
    }
    expect(names()).toEqual(['Transform', 'Mesh', 'Material']);
  });

  it('are not visible while disabled', () => {
    const { act, size } = createCubeScene();
    expect(act('components.setEnabled', { object: 'cube', component: 'Mesh', enabled: false })).toEqual({
      previous: true,
    });
    expect(act('components.list', { object: 'cube' })).toMatchObject({
      components: [{ name: 'Transform', enabled: true }, { name: 'Mesh', enabled: false }, {}],
    });
    act('components.refresh', { object: 'cube' });
    act('components.setEnabled', { object: 'cube', component: 'Mesh', enabled: true });
    expect(size()).toBeCloseTo(1);
  });

  it('end their tweens when they are removed', () => {
    const { act, advance, events } = createCubeScene();
    act('components.add', { object: 'cube', component: 'Light' });
    act('light.setIntensity', { light: 'cube', intensity: 5, time: 1 });
    advance(1);
    act('components.remove', { object: 'cube', component: 'Light' });
    advance(1);
    expect(events).toMatchObject([{ type: 'tween.cancelled', data: { reason: 'componentRemoved' } }]);
  });
});

describe('materials', () => {
  it('report their shader and values, and accept numbers, vectors and emission of their own', () => {
    const { act } = createCubeScene();
    const target = { object: 'cube' };
    expect(act('material.setFloat', { ...target, property: 'roughness', value: 0.25 })).toEqual({
      previous: 1,
    });
    expect(act('material.setVector', { ...target, property: 'color', value: [1, 0, 0] })).toEqual({
      previous: { r: 1, g: 1, b: 1, a: 1 },
    });
    expect(act('material.setEmission', { ...target, color: [0, 1, 0], intensity: 2 })).toEqual({
      previous: { color: { r: 0, g: 0, b: 0, a: 1 }, intensity: 1 },
    });
    expect(act('material.get', target)).toMatchObject({
      shader: 'Standard',
      properties: {
        roughness: 0.25,
        color: { r: 1, g: 0, b: 0, a: 1 },
        emission: { r: 0, g: 1, b: 0, a: 1 },
        emissionIntensity: 2,
      },
    });
  });

  it('change their shader, and keep the properties that both have', () => {
    const { act } = createCubeScene();
    const write = (name: string, value: unknown) =>
      act('components.setProperties', {
        object: 'cube',
        component: 'Material',
        properties: [{ name, value }],
      });
    write('color', [1, 0, 0]);
    write('roughness', 0.5);
    expect(write('shader', 'Unlit')).toMatchObject({ succeededCount: 1 });
    const material = act('material.get', { object: 'cube' });
    expect(material).toMatchObject({ shader: 'Unlit', properties: { color: { r: 1, g: 0, b: 0, a: 1 } } });
    expect(material.properties).not.toHaveProperty('roughness');
    expect(write('shader', 'Glass')).toMatchObject({ failedCount: 1 });
  });

  it('that change their shader end the tweens of removed properties', () => {
    const { act, advance, events } = createCubeScene();
    const target = { object: 'cube', component: 'Material' };
    act('tween.property', { ...target, property: 'roughness', value: 0, time: 1 });
    advance(1);
    act('components.setProperties', { ...target, properties: [{ name: 'shader', value: 'Unlit' }] });
    advance(1);
    expect(events).toMatchObject([{ type: 'tween.cancelled', data: { reason: 'componentRemoved' } }]);
  });

  it('reject unknown properties and invalid values', () => {
    const { failure } = createCubeScene();
    const getError = (action: string, parameters: object) =>
      failure(`material.${action}`, { object: 'cube', ...parameters }).code;
    expect(getError('get', { index: 1 })).toBe('ACTION_FAILED');
    expect(getError('setFloat', { property: 'Roughness', value: 1 })).toBe('PROPERTY_NOT_FOUND');
    expect(getError('setFloat', { property: 'roughness', value: 2 })).toBe('INVALID_VALUE');
    expect(getError('setFloat', { property: 'doubleSided', value: 1 })).toBe('INVALID_VALUE');
    expect(getError('setVector', { property: 'roughness', value: [1, 2, 3] })).toBe('INVALID_VALUE');
  });
});

describe('lights', () => {
  it('accept color, strength, range and shadows', () => {
    const { act, advance } = createCubeScene();
    act('scene.spawn', { type: 'Lights/Spot Light', tag: 'spot' });
    expect(act('light.setColor', { light: 'spot', color: [1, 0.5, 0, 0] })).toEqual({
      previous: { r: 1, g: 1, b: 1, a: 1 },
    });
    expect(act('light.setIntensity', { light: 'spot', intensity: 3, time: 1 })).toEqual({ previous: 1 });
    expect(act('light.setRange', { light: 'spot', range: 4, spotAngle: 30 })).toEqual({
      previous: { range: 0, spotAngle: 60 },
    });
    expect(act('light.setShadows', { light: 'spot', mode: 'soft' })).toEqual({ previous: 'none' });
    advance(30);
    const findLight = () => (act('light.list').lights as { object: string; intensity: number }[]).at(-1);
    expect(findLight()).toMatchObject({
      ...{ object: 'spot', kind: 'spot', intensity: 2, range: 4, spotAngle: 30, shadows: 'soft' },
      color: { r: 1, g: 0.5, b: 0, a: 1 },
    });
    act('light.setIntensity', { light: 'spot', intensity: 7 });
    advance(60);
    expect(findLight()?.intensity).toBe(7);
  });

  it('are rejected for an object without one', () => {
    const { failure } = createCubeScene();
    expect(failure('light.setColor', { light: 'cube', color: [1, 1, 1] })).toMatchObject({
      code: 'COMPONENT_NOT_FOUND',
      details: { components: ['Mesh'] },
    });
  });
});
