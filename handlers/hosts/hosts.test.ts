import { expect, it } from 'vitest';
import { describeOnEveryHost } from '../testing-on-every-host.ts';

describeOnEveryHost('every answer', ({ fetch }) => {
  it('answers HEAD as GET without the body', async () => {
    const response = await fetch('/api/health', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  it('returns a page to browsers and JSON to everything else', async () => {
    const page = await fetch('/', { headers: { Accept: 'text/html,*/*' } });
    expect(page.headers.get('content-type')).toContain('text/html');
    const data = await fetch('/', { headers: { Accept: '*/*' } });
    expect(await data.json()).toMatchObject({ api: '/api', health: '/api/health' });
  });
});
