import { defineSection, follows, leftOpen, plannedFor } from './requirement.ts';

const limits = defineSection('Limits', 'L1-EDIT');
const versions = defineSection('Versioning', 'CORE');

export const limitsAndVersions = [
  limits.must('LIMIT-001', 'The console keeps 500 entries and drops the oldest first', { profile: 'L1-RUN' }),
  limits.must('LIMIT-002', 'A console read accepts a limit from 1 to 500', { profile: 'L1-RUN' }),
  limits.must('LIMIT-003', 'A bulk call accepts up to 1000 nodes'),
  limits.must('LIMIT-004', 'A build accepts up to 1000 nodes'),
  limits.must('LIMIT-005', 'A build accepts up to 5000 connections'),
  limits.must('LIMIT-006', 'Layer indexes 0 to 5 and 9 to 31 are usable', { profile: 'L2' }),
  limits.info('LIMIT-007', 'Rate limits are unspecified', leftOpen),
  limits.info('LIMIT-008', 'The maximum body size is unspecified', leftOpen),
  limits.info('LIMIT-009', 'The timeout before 504 is unspecified', leftOpen),

  versions.must('VERSION-001', 'The interface description is OpenAPI 3.0.1 with the version label v1'),
  versions.must('VERSION-002', 'The event description is AsyncAPI 3.0.0', { profile: 'L3' }),
  versions.must('VERSION-003', 'apiVersion of health is a semantic version'),
  versions.must('VERSION-004', 'Paths have no version segment'),
  versions.info('VERSION-005', 'Deprecation and compatibility policy are unspecified', leftOpen),
  versions.info('VERSION-006', 'Version negotiation is unspecified', leftOpen),
] as const;

const errors = defineSection('Errors', 'CORE');

export const errorTable = [
  errors.must('ERR-001', '400 INVALID_REQUEST: a missing or malformed body', { profile: 'L1-EDIT' }),
  errors.must('ERR-002', '400 INVALID_REQUEST: an empty properties array', { profile: 'PROPS' }),
  errors.must('ERR-003', '400 INVALID_REQUEST: a note call on a node that is not a Note', {
    profile: 'L1-EDIT',
  }),
  errors.must('ERR-004', '400 INVALID_REQUEST: an empty batch', { profile: 'L1-EDIT' }),
  errors.must('ERR-005', '400 INVALID_VALUE: a value that cannot be coerced', { profile: 'L1-EDIT' }),
  errors.must('ERR-006', '400 INVALID_VALUE: an unknown note font or color, an unsupported font size', {
    profile: 'L1-EDIT',
  }),
  errors.must('ERR-007', '400 INVALID_VALUE: an unknown type name', { profile: 'L1-EDIT' }),
  errors.must('ERR-008', '400 INVALID_VALUE: an invalid dropdown text, with the valid options', {
    profile: 'L1-EDIT',
  }),
  errors.must('ERR-009', '400 INCOMPATIBLE_TYPES: a connection between incompatible types', {
    profile: 'L1-EDIT',
  }),
  errors.must('ERR-010', '400: an unknown discovery data type'),
  errors.must('ERR-011', '400: an invalid console query value', { profile: 'L1-RUN' }),
  errors.must('ERR-012', '400: an L2 parameter of the wrong type or missing', { profile: 'L2' }),
  errors.must('ERR-013', '403 API_DISABLED: a gated endpoint while the API is off', { profile: 'AUTH' }),
  errors.must('ERR-014', '404 GRAPH_NOT_FOUND: an unknown graph id', { profile: 'L1-EDIT' }),
  errors.must('ERR-015', '404 ASSET_NOT_FOUND: an unknown asset tag', { profile: 'PROPS' }),
  errors.must('ERR-016', '404 PROPERTY_NOT_FOUND: an unknown property of an asset', { profile: 'PROPS' }),
  errors.must('ERR-017', '404 PORT_NOT_FOUND: an unknown port id', { profile: 'L1-EDIT' }),
  errors.must('ERR-018', '404 DEV_ENDPOINT_UNAVAILABLE: image export without a debug build', {
    profile: 'DEV',
  }),
  errors.must('ERR-019', '404: an unknown category, node type or error code in lookups'),
  errors.must('ERR-020', '404: blocked nodes count as unknown'),
  errors.must('ERR-021', '405 TYPE_IMMUTABLE: disabling or enabling a port that is not a trigger', {
    profile: 'L1-EDIT',
  }),
  errors.must('ERR-022', '409 DUPLICATE_CONNECTION: a pair of ports that is already connected', {
    profile: 'L1-EDIT',
  }),
  errors.must('ERR-023', '409 DUPLICATE_PATH: a graph exists at the path', { profile: 'L1-EDIT' }),
  errors.must('ERR-024', '409 NO_PROJECT: a graph with no project open', { profile: 'L1-EDIT' }),
  errors.must('ERR-025', '409 GRAPH_RUNNING: save, duplicate, disable or enable while running', {
    profile: 'L1-RUN',
  }),
  errors.must('ERR-026', '409 LAYER_OCCUPIED: an animation layer that is in use', { profile: 'ANIM' }),
  errors.must('ERR-027', '422: the runtime processed an action and it failed', { profile: 'L2' }),
  errors.must('ERR-028', '503 RUNTIME_NOT_CONNECTED: the runtime is not connected', { profile: 'L1-RUN' }),
  errors.must('ERR-029', '504: the runtime did not respond in time', { profile: 'L2' }),
  errors.info('ERR-030', 'Further error codes and the texts of resolutions are unspecified', leftOpen),
  errors.info('ERR-031', 'The error codes of 422 and 504 are unspecified', leftOpen),
] as const;

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
  auth.must(
    'AUTH-FREE-007',
    'A wrong token does not block free endpoints',
    follows('Free endpoints need no token, so no token can be wrong for them'),
  ),
  auth.must('AUTH-GATED-001', 'Gated reads do not succeed without a token'),
  auth.must('AUTH-GATED-002', 'Gated changes do not succeed without a token and change nothing'),
  auth.must('AUTH-GATED-003', 'A wrong token has the same effect as none'),
  auth.info('AUTH-GATED-004', 'The error status for a missing token is unspecified', {
    provenance: 'SILENT',
  }),
  auth.must('AUTH-GATED-005', 'Everything under /api that is not free is gated: every such route of the toc'),
  auth.must('AUTH-HUB-001', 'SendAction and SendActionBatch need the token', { profile: 'L3' }),
  auth.must('AUTH-HEADER-001', 'REST accepts the token in the header X-API-Key'),
  auth.must('AUTH-HUB-002', 'The hub accepts the token in the query parameter access_token', {
    profile: 'L3',
  }),
  auth.must('AUTH-HUB-003', 'The hub accepts the token as a Bearer authorization', { profile: 'L3' }),
  auth.must('AUTH-FILE-001', 'The token is generated and stored in api-security-settings.json as apiToken', {
    excluded: 'the files of the target are not part of the interface',
  }),
  auth.must('AUTH-FILE-002', 'Only the current user can read the settings file', {
    excluded: 'the files of the target are not part of the interface',
  }),
  auth.info('AUTH-FILE-003', 'Rotation and expiry of the token are unspecified', leftOpen),

  lan.must('LAN-001', 'By default the service speaks plain HTTP on loopback', { profile: 'AUTH' }),
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
  cors.must(
    'CORS-008',
    'A preflight for X-API-Key from a loopback origin is allowed',
    follows(
      'Loopback origins may use the service from a browser, which sends X-API-Key only after such a preflight',
    ),
  ),
  cors.must(
    'CORS-009',
    'Names that only look like loopback (localhost.example) are not reflected',
    follows('Only localhost, 127.0.0.1 and ::1 are loopback origins, and no other origin is reflected'),
  ),

  link.must('LINK-001', 'The runtime link accepts loopback only', linked),
  link.must('LINK-002', 'The runtime link checks Origin', linked),
  link.must('LINK-003', 'The runtime link needs no token', linked),
  link.must('LINK-004', 'The runtime link ignores the API switch', linked),

  sensitive.must('SECRET-001', 'Sensitive values are redacted by default'),
  sensitive.must('SECRET-002', 'Redacted ports show isSensitive and hasValue'),
  sensitive.must('SECRET-003', 'Writing to a sensitive port works'),
  sensitive.must('SECRET-004', 'A setting of the controller shows sensitive values in full'),
] as const;
