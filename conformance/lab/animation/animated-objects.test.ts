import { afterEach, beforeEach, expect, it } from 'vitest';
import { audited } from '../../engine/testing.ts';
import { serveTarget, type TestTarget } from '../../target/http/testing-server.ts';
import { animated } from './animated-objects.ts';

/** A target with one asset that has clips, told of by either of two routes. */
let target: TestTarget;
let told: { byAction: boolean; byDiscovery: boolean };

const asset = { name: 'walker.glb', tag: 'walker.glb', clips: ['Walk'] };

beforeEach(async () => {
  told = { byAction: true, byDiscovery: true };
  const answerTo = (route: string): unknown => {
    if (route === 'POST /api/actions/assets/list' && told.byAction) return { result: { assets: [asset] } };
    if (route === 'GET /api/discovery/runtime-assets' && told.byDiscovery) return [asset];
    if (route === 'POST /api/actions/scene/spawn') return { success: true, result: { object: 'walker-1' } };
    if (route.startsWith('GET /api/objects/walker-1/animations/clips/Walk')) return { duration: 2 };
    return route.startsWith('POST /api/actions/') ? { success: true } : [];
  };
  target = await serveTarget((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answerTo(`${request.method} ${request.url}`)));
  });
});

afterEach(() => target.close());

const found = () =>
  audited(target.url, async (t) => {
    const { object, clips } = await animated(t);
    t.must(object === 'walker-1', 'it is spawned');
    t.must(clips[0].name === 'Walk' && clips[0].duration === 2, 'its clip is read');
  });

it.each([
  { byAction: true, byDiscovery: false },
  { byAction: false, byDiscovery: true },
])('finds an asset with clips to play: %o', async (routes) => {
  told = routes;
  expect(await found()).toMatchObject({ status: 'PASS' });
});

it('says which key makes one where no asset has clips', async () => {
  told = { byAction: false, byDiscovery: false };
  expect(await found()).toMatchObject({
    status: 'NOT_VERIFIED',
    message: expect.stringContaining('choices.animated'),
  });
});
