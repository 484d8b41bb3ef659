import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEditHistory } from '../app/edit-history.ts';
import { createTestClient, type TestClient } from '../session/testing-client.ts';
import { createSceneEdits, type SceneChange, type SceneEdits } from './scene-edits.ts';

let test: TestClient;
let edits: SceneEdits;
let errors: unknown[];
let offers: { readonly label: string; run(): void }[];

beforeAll(async () => {
  test = await createTestClient();
});
afterAll(() => test.dispose());
beforeEach(async () => {
  errors = [];
  offers = [];
  await test.client.act('scene.clear');
  await test.client.act('scene.spawn', { type: 'Primitives/Cube', tag: 'box', position: [1, 0, 0] });
  edits = createSceneEdits(test.client, {
    async runAndReport(work) {
      try {
        return await work();
      } catch (failure) {
        errors.push(failure);
        return undefined;
      }
    },
    showInfo: (_, action) => void (action && offers.push(action)),
  });
});

const setGeometry = (value: string): SceneChange => ({
  kind: 'property',
  ...{ object: 'box', component: 'Mesh', property: 'geometry', isStructural: true, value },
});
const moveTo = (x: number): SceneChange => ({
  kind: 'transform',
  update: { object: 'box', space: 'world', position: { x, y: 0, z: 0 } },
});
const readProperty = async (component: string, property: string): Promise<unknown> => {
  const params = { tag: 'box', component, property };
  return (await test.client.request('GET /api/objects/{tag}/components/{component}/{property}', { params }))
    .value;
};

describe('edits of the scene', () => {
  it('are undone and redone in order, both properties and moves', async () => {
    await edits.perform(setGeometry('sphere'), setGeometry('cube'));
    await test.client.act('transform.set', { object: 'box', space: 'world', position: [5, 0, 0] });
    await edits.record(moveTo(5), moveTo(1), Promise.resolve(true));
    await edits.undo();
    expect(await readProperty('Transform', 'position')).toEqual({ x: 1, y: 0, z: 0 });
    await edits.undo();
    expect(await readProperty('Mesh', 'geometry')).toBe('cube');
    await edits.redo();
    await edits.redo();
    expect(await readProperty('Mesh', 'geometry')).toBe('sphere');
    expect(await readProperty('Transform', 'position')).toEqual({ x: 5, y: 0, z: 0 });
    expect(errors).toEqual([]);
  });

  it('are undone only when the drag before has arrived', async () => {
    await edits.perform(setGeometry('sphere'), setGeometry('cube'));
    const move = test.client.act('transform.set', { object: 'box', space: 'world', position: [5, 0, 0] });
    void edits.record(
      moveTo(5),
      moveTo(1),
      move.then(() => true),
    );
    await createEditHistory([edits]).undo();
    expect(await readProperty('Transform', 'position')).toEqual({ x: 1, y: 0, z: 0 });
    expect(await readProperty('Mesh', 'geometry')).toBe('sphere');
  });

  it('are not recorded when the service refuses them', async () => {
    await edits.record(moveTo(5), moveTo(1), Promise.resolve(false));
    expect(edits.stamps.value.undo).toBe(0);
  });

  it('apply structural properties at once', async () => {
    await edits.perform(setGeometry('torus'), setGeometry('cube'));
    const { result } = await test.client.act('transform.getBounds', { object: 'box' });
    // a cube is as high as it is deep, a torus is not
    expect(result.size.y).not.toBeCloseTo(result.size.z);
  });

  it('are not undone over the change of someone else, unless the user insists', async () => {
    await edits.perform(setGeometry('sphere'), setGeometry('cube'));
    const params = { tag: 'box', component: 'Mesh', property: 'geometry' };
    const route = 'PUT /api/objects/{tag}/components/{component}/{property}';
    await test.client.request(route, { params, body: { value: 'cone' } });
    await edits.undo();
    expect(await readProperty('Mesh', 'geometry')).toBe('cone');
    expect(offers.map(({ label }) => label)).toEqual(['Undo anyway']);
    offers[0]?.run();
    await expect.poll(() => readProperty('Mesh', 'geometry')).toBe('cube');
  });

  it('report why they can’t be made, and leave nothing to undo', async () => {
    await edits.perform(setGeometry('no such shape'), setGeometry('cube'));
    expect(errors).toHaveLength(1);
    expect(edits.stamps.value.undo).toBe(0);
  });
});
