import { isRecord } from '../../json.ts';
import { audit } from '../../audit.ts';

const semanticVersion = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/** Where the orientation document is served, as plain text and rendered. */
const orientation = ['/llms.txt', '/llms'];

const settingsFile = 'api-security-settings.json';

export const health = [
  audit({
    id: 'health/fields',
    requirements: ['HEALTH-001', 'HEALTH-002', 'HEALTH-003', 'OVER-RUNTIME-002'],
    async run(t) {
      const reply = await t.http.get('/api/health');
      t.must(reply.ok, 'health answers a success', { actual: reply.status });
      t.mustEqual(reply.at('status'), 'ok', 'status is ok');
      t.mustEqual(typeof reply.at('runtimeConnected'), 'boolean', 'runtimeConnected is a boolean');
      const project = reply.at('projectName');
      t.must(project === null || typeof project === 'string', 'projectName is a text or null', {
        actual: project,
      });
    },
  }),
  audit({
    id: 'health/version',
    requirements: ['HEALTH-004', 'VERSION-003'],
    async run(t) {
      const version = (await t.http.get('/api/health')).at('apiVersion');
      t.must(
        typeof version === 'string' && semanticVersion.test(version),
        'apiVersion is a semantic version',
        {
          actual: version,
        },
      );
    },
  }),
  audit({
    id: 'health/authenticated',
    requirements: ['HEALTH-006', 'HEALTH-008', 'AUTH-HEADER-001'],
    needs: ['token'],
    async run(t) {
      const without = await t.http.get('/api/health', { token: null });
      t.mustEqual(without.at('authenticated'), false, 'authenticated is false without a token');
      const wrong = await t.http.get('/api/health', { token: 'no-such-token' });
      t.mustEqual(wrong.at('authenticated'), false, 'authenticated is false with a wrong token');
      const withToken = await t.http.get('/api/health');
      t.mustEqual(withToken.at('authenticated'), true, 'authenticated is true with the token in X-API-Key');
      t.must(withToken.at('auth') === undefined, 'auth is absent for an authenticated caller', {
        actual: withToken.at('auth'),
      });
    },
  }),
  audit({
    id: 'health/auth-object',
    requirements: ['HEALTH-007', 'HEALTH-009', 'HEALTH-010'],
    async run(t) {
      const reply = await t.http.get('/api/health', { token: null });
      t.must(isRecord(reply.at('auth')), 'auth is an object for a caller without a token', {
        actual: reply.json,
      });
      t.mustEqual(reply.at('auth.required'), true, 'auth.required is true');
      t.mustEqual(reply.at('auth.header'), 'X-API-Key', 'auth.header is X-API-Key');
    },
  }),
  audit({
    id: 'health/auth-docs',
    requirements: ['HEALTH-011'],
    async run(t) {
      const docs = (await t.http.get('/api/health', { token: null })).at('auth.docs');
      t.must(orientation.includes(String(docs)), 'auth.docs is the path of the orientation document', {
        expected: orientation,
        actual: docs,
      });
      const reply = await t.http.get(String(docs), { token: null });
      t.must(reply.ok && reply.text.length > 0, 'the orientation document is there', {
        actual: reply.status,
      });
    },
  }),
  audit({
    id: 'health/loopback-hints',
    requirements: ['HEALTH-012'],
    async run(t) {
      if (!t.target.loopback) t.unverified('a target on loopback');
      const reply = await t.http.get('/api/health', { token: null });
      for (const field of ['auth.tokenFile', 'auth.howToEnable']) {
        const hint = reply.at(field);
        t.must(typeof hint === 'string' && hint !== '', `a loopback caller is told ${field}`, {
          actual: hint,
        });
      }
      const tokenFile = reply.at('auth.tokenFile');
      t.must(String(tokenFile).endsWith(settingsFile), `auth.tokenFile is the path of ${settingsFile}`, {
        actual: tokenFile,
      });
    },
  }),
  audit({
    id: 'health/enabled',
    requirements: ['HEALTH-005'],
    needs: ['token'],
    async run(t) {
      const enabled = (await t.http.get('/api/health')).at('apiEnabled');
      t.mustEqual(typeof enabled, 'boolean', 'apiEnabled is a boolean');
      const gated = await t.http.get('/api/types');
      t.must(gated.ok === enabled, 'apiEnabled says whether gated routes serve a caller with the token', {
        expected: enabled,
        actual: gated.status,
      });
    },
  }),
];
