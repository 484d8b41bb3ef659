import { expect, it } from 'vitest';
import { describeOnEveryHost } from '../testing-on-every-host.ts';
import { getPreflightHeaders } from '../pipeline/authorize-call.ts';
import type { ErrorBody } from '../testing-on-every-host.ts';

describeOnEveryHost('origins', ({ call, countGraphs, fetch }) => {
  it.each(['http://localhost:5173', 'http://127.0.0.1', 'https://[::1]:8443'])(
    'reflects %s',
    async (origin) => {
      const response = await call('GET', '/api/health', undefined, { Origin: origin });
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      const preflight = await fetch('/api/graphs', {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      });
      expect(preflight.status).toBe(204);
      for (const [name, value] of Object.entries(getPreflightHeaders(origin))) {
        expect(preflight.headers.get(name)).toBe(value);
      }
    },
  );

  it.each(['https://example.com', 'http://localhost.example.com', 'null', 'http://127.0.0.1.nip.io'])(
    'rejects %s',
    async (origin) => {
      const response = await call<ErrorBody>('POST', '/api/graphs', {}, { Origin: origin });
      expect([response.status, response.body.error.code]).toEqual([403, 'ORIGIN_FORBIDDEN']);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(countGraphs()).toBe(0);
    },
  );
});
