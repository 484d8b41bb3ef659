import { expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';
import type { ErrorBody } from '../../testing-on-every-host.ts';

describeOnEveryHost('direct actions', ({ call }) => {
  it('accept parameter names in any letter case', async () => {
    const response = await call('POST', '/api/actions/log/console', { MESSAGE: 'Hi', Severity: 'warning' });
    expect(response).toMatchObject({ status: 200, body: { success: true, action: 'log.console' } });
    expect((await call('GET', '/api/console?type=warning')).body).toMatchObject([{ message: 'Hi' }]);
  });

  it.each([
    ['a missing parameter', {}],
    ['a wrong type', { message: 7 }],
    ['an unknown parameter', { message: 'x', mesage: 'y' }],
  ])('reject %s', async (_case, body) => {
    const response = await call<ErrorBody>('POST', '/api/actions/log/console', body);
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_PARAMETERS']);
  });

  it('may be named with a dot or a slash', async () => {
    for (const path of ['scene/objects.list', 'scene/objects/list']) {
      expect((await call('POST', `/api/actions/${path}`, {})).body).toMatchObject({
        action: 'scene.objects.list',
      });
    }
    const unknown = await call<ErrorBody>('POST', '/api/actions/scene/objects.lost', {});
    expect(unknown.body.error.code).toBe('ACTION_NOT_FOUND');
    expect(unknown.body.error.details?.nearest).toContain('scene.objects.list');
  });
});
