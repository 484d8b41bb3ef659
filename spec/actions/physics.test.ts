import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { ApiError } from '../errors.ts';
import { getAction } from './find-action.ts';
import { parseParameters } from './parse-parameters.ts';
import { physicsActions } from './physics.ts';
import type { ActionSpec, ActionParameters, ActionResult } from '../contract/action-spec.ts';

const physicsSpecs: Readonly<Record<string, ActionSpec>> = physicsActions;

const parseCall = (action: keyof typeof physicsActions, raw: Readonly<Record<string, unknown>>) =>
  parseParameters(getAction(`physics.${action}`), raw);

it('has every action of its category', () => {
  expect(Object.keys(physicsActions)).toEqual([
    ...['addForce', 'addImpulse', 'addTorque', 'addExplosionForce', 'getVelocity', 'setVelocity'],
    ...['setAngularVelocity', 'getGravity', 'setGravity', 'setBody', 'setCollider', 'setMaterial'],
    ...['setConstraints', 'sleep', 'raycast', 'overlapSphere'],
  ]);
});

describe.each(Object.entries(physicsSpecs))('the schema of %s', (_, spec) => {
  it.each([
    ['parameter', spec.parameters, 'input'],
    ['result field', spec.result, 'output'],
  ] as const)('describes every %s', (__, schema, io) => {
    const { properties = {} } = z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' });
    for (const [name, property] of Object.entries(properties)) {
      expect(property, name).toMatchObject({ description: expect.stringMatching(/\w+/) });
    }
  });
});

it('fills in defaults', () => {
  expect(parseCall('addForce', { object: 'hero', force: 2 })).toEqual({
    object: 'hero',
    force: { x: 2, y: 2, z: 2 },
    mode: 'force',
  });
  expect(parseCall('setBody', { object: 'hero' })).toEqual({ object: 'hero', type: 'dynamic' });
  expect(parseCall('setConstraints', { object: 'hero', freezePosition: { y: true } })).toEqual({
    object: 'hero',
    freezePosition: { x: false, y: true, z: false },
  });
  expect(parseCall('raycast', { origin: 0, direction: [0, -1, 0] })).toMatchObject({
    maxDistance: 1000,
    all: false,
  });
});

it.each([
  ['setBody', { object: 'hero', mass: 0 }, 'mass'],
  ['setBody', { object: 'hero', drag: -1 }, 'drag'],
  ['setMaterial', { object: 'hero', bounciness: 1.1 }, 'bounciness'],
  ['setCollider', { object: 'hero', shape: 'box', radius: 1 }, 'radius'],
  ['setCollider', { object: 'hero', shape: 'none', height: 1 }, 'height'],
  ['setCollider', { object: 'hero', shape: 'sphere', radius: 0 }, 'radius'],
  ['setConstraints', { object: 'hero', freezeRotation: { w: true } }, 'freezeRotation'],
  ['addTorque', { object: 'hero', torque: 1, mode: 'impulse' }, 'mode'],
  ['overlapSphere', { center: 0, radius: 1e7 }, 'radius'],
  ['addExplosionForce', { center: 0, radius: 1, force: 1e10 }, 'force'],
] as const)('%s rejects %o for its %s', (name, raw, parameter) => {
  const getError = (): unknown => {
    try {
      return parseCall(name, raw);
    } catch (failure) {
      return failure instanceof ApiError ? failure.details?.parameter : failure;
    }
  };
  expect(getError()).toBe(parameter);
});

it('has the types that action bodies use', () => {
  type Vector = { x: number; y: number; z: number };
  expectTypeOf<ActionParameters<typeof physicsActions.addForce>>().toEqualTypeOf<{
    object: string;
    force: Vector;
    mode: 'force' | 'acceleration';
    point?: Vector | undefined;
  }>();
  expectTypeOf<ActionResult<typeof physicsActions.raycast>>().toEqualTypeOf<{
    hits: { object: string; point: Vector; normal: Vector; distance: number }[];
  }>();
  expectTypeOf<ActionParameters<typeof physicsActions.setCollider>['shape']>().toEqualTypeOf<
    'box' | 'sphere' | 'capsule' | 'none'
  >();
});
