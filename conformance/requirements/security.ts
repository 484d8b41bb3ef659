import { plannedFor, leftOpen, defineSection, follows } from './requirement.ts';

const auth = defineSection('Authentication', 'AUTH');
const lan = defineSection('Network modes', 'LAN');
const cors = defineSection('Cross-origin policy', 'AUTH');
const link = defineSection('Runtime link', 'LINK');
const sensitive = defineSection('Sensitive values', 'L1-EDIT');

const linked = plannedFor('the address of the link, which the description does not show');

export const security = [
  auth.must('AUTH-OFF-001', 'The API is off until it is switched on', {
    excluded: 'a fresh installation is not part of the interface',
  }),
  auth.must('AUTH-OFF-002', 'While the API is off, gated endpoints return 403 API_DISABLED'),
  auth.must('AUTH-OFF-003', 'While the API is off, free endpoints still respond'),
  auth.must('AUTH-OFF-004', 'While the API is off, the runtime link still works', {
    profile: 'LINK',
    ...linked,
  }),
  auth.must('AUTH-OFF-005', 'While the API is off, SendAction and SendActionBatch do not succeed', {
    ...follows('Both methods are in the gated tier, which is refused while the API is off'),
    profile: 'L3',
  }),
  auth.must('AUTH-OFF-006', 'While the API is off, the documentation viewers still work'),
  auth.must('AUTH-FREE-001', 'GET /api/health works without a token'),
  auth.must('AUTH-FREE-002', 'GET /api/toc works without a token'),
  auth.must('AUTH-FREE-003', 'GET /api/schemas and every path below it works without a token'),
  auth.must('AUTH-FREE-004', 'GET /api/actions/schema works without a token'),
  auth.must('AUTH-FREE-005', 'GET /llms.txt works without a token'),
  auth.must('AUTH-FREE-006', 'The pages /llms and /asyncapi and the reference viewer work without a token'),
  auth.must('AUTH-FREE-007', 'A wrong token does not block free endpoints', {
    ...follows('Free endpoints need no token, so no token can be wrong for them'),
  }),
  auth.must('AUTH-GATED-001', 'Gated reads do not succeed without a token'),
  auth.must('AUTH-GATED-002', 'Gated changes do not succeed without a token and change nothing'),
  auth.must('AUTH-GATED-003', 'A wrong token has the same effect as none'),
  auth.info('AUTH-GATED-004', 'The error status for a missing token is unspecified', {
    provenance: 'SILENT',
  }),
  auth.must('AUTH-GATED-005', 'Everything under /api that is not free is gated: every such route of the toc'),
  auth.must('AUTH-HUB-001', 'SendAction and SendActionBatch need the token', {
    profile: 'L3',
  }),
  auth.must('AUTH-HEADER-001', 'REST accepts the token in the header X-API-Key'),
  auth.must('AUTH-HUB-002', 'The hub accepts the token in the query parameter access_token', {
    profile: 'L3',
  }),
  auth.must('AUTH-HUB-003', 'The hub accepts the token as a Bearer authorization', {
    profile: 'L3',
  }),
  auth.must('AUTH-FILE-001', 'The token is generated and stored in api-security-settings.json as apiToken', {
    excluded: 'the files of the target are not part of the interface',
  }),
  auth.must('AUTH-FILE-002', 'Only the current user can read the settings file', {
    excluded: 'the files of the target are not part of the interface',
  }),
  auth.info('AUTH-FILE-003', 'Rotation and expiry of the token are unspecified', leftOpen),

  lan.must('LAN-001', 'By default the service speaks plain HTTP on loopback', {
    profile: 'AUTH',
  }),
  lan.may('LAN-002', 'A LAN mode may serve HTTPS with a self-signed certificate'),
  lan.must('LAN-003', 'The SHA-256 fingerprint of the certificate is displayed', {
    excluded: 'a display is not part of the interface',
  }),
  lan.must('LAN-004', 'LAN mode still needs the token'),
  lan.must('LAN-005', 'LAN mode accepts allow-listed addresses only'),
  lan.info('LAN-006', 'The format of the allow-list is unspecified', leftOpen),

  cors.must('CORS-001', 'A loopback origin (localhost, 127.0.0.1, ::1, any port) is reflected'),
  cors.must('CORS-002', 'Other origins are not reflected'),
  cors.must('CORS-003', 'The allowed origin is never a wildcard'),
  cors.must('CORS-004', 'The policy applies to free and gated endpoints'),
  cors.must('CORS-005', 'The policy applies in LAN mode', { profile: 'LAN' }),
  cors.must('CORS-006', 'The hub checks Origin on connect', { profile: 'L3' }),
  cors.must('CORS-007', 'A client that is not a browser needs only the token'),
  cors.must('CORS-008', 'A preflight for X-API-Key from a loopback origin is allowed', {
    ...follows(
      'Loopback origins may use the service from a browser, which sends X-API-Key only after such a preflight',
    ),
  }),
  cors.must('CORS-009', 'Names that only look like loopback (localhost.example) are not reflected', {
    ...follows('Only localhost, 127.0.0.1 and ::1 are loopback origins, and no other origin is reflected'),
  }),

  link.must('LINK-001', 'The runtime link accepts loopback only', linked),
  link.must('LINK-002', 'The runtime link checks Origin', linked),
  link.must('LINK-003', 'The runtime link needs no token', linked),
  link.must('LINK-004', 'The runtime link ignores the API switch', linked),

  sensitive.must('SECRET-001', 'Sensitive values are redacted by default'),
  sensitive.must('SECRET-002', 'Redacted ports show isSensitive and hasValue'),
  sensitive.must('SECRET-003', 'Writing to a sensitive port works'),
  sensitive.must('SECRET-004', 'A setting of the controller shows sensitive values in full'),
] as const;
