import { afterEach, beforeEach, expect, it } from 'vitest';
import { runTestAudit } from '../../runner/testing-audits.ts';
import { serveTestTarget, type TestTarget } from '../../target/http/testing-server.ts';
import { createAnimatedObject } from './animated-object.ts';

/** A target with one asset that has clips. Either of two routes lists the clips. */
let target: TestTarget;
let listingRoute: { byAction: boolean; byDiscovery: boolean };

const asset = { name: 'walker.glb', tag: 'walker.glb', clips: ['Walk'] };

beforeEach(async () => {
  listingRoute = { byAction: true, byDiscovery: true };
  const getResponse = (route: string): unknown => {
    if (route === 'POST /api/actions/assets/list' && listingRoute.byAction)
      return { result: { assets: [asset] } };
    if (route === 'GET /api/discovery/runtime-assets' && listingRoute.byDiscovery) return [asset];
    if (route === 'POST /api/actions/scene/spawn') return { success: true, result: { object: 'walker-1' } };
    if (route.startsWith('GET /api/objects/walker-1/animations/clips/Walk')) return { duration: 2 };
    return route.startsWith('POST /api/actions/') ? { success: true } : [];
  };
  target = await serveTestTarget((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(getResponse(`${request.method} ${request.url}`)));
  });
});

afterEach(() => target.close());

const findObject = () =>
  runTestAudit(target.url, async (t) => {
    const { object, clips } = await createAnimatedObject(t);
    t.must(object === 'walker-1', 'it is spawned');
    t.must(clips[0].name === 'Walk' && clips[0].duration === 2, 'its clip is read');
  });

it.each([
  { byAction: true, byDiscovery: false },
  { byAction: false, byDiscovery: true },
])('finds an asset with clips to play: %o', async (routes) => {
  listingRoute = routes;
  expect(await findObject()).toMatchObject({ status: 'PASS' });
});

it('names the key to set if no asset has clips', async () => {
  listingRoute = { byAction: false, byDiscovery: false };
  expect(await findObject()).toMatchObject({
    status: 'NOT_VERIFIED',
    message: expect.stringContaining('choices.animated'),
  });
});
