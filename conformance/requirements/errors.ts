import { leftOpen, defineSection } from './requirement.ts';

const errors = defineSection('Errors', 'CORE');

export const errorTable = [
  errors.must('ERR-001', '400 INVALID_REQUEST: a missing or malformed body', { profile: 'L1-EDIT' }),
  errors.must('ERR-002', '400 INVALID_REQUEST: an empty properties array', {
    profile: 'PROPS',
  }),
  errors.must('ERR-003', '400 INVALID_REQUEST: a note call on a node that is not a Note', {
    profile: 'L1-EDIT',
  }),
  errors.must('ERR-004', '400 INVALID_REQUEST: an empty batch', { profile: 'L1-EDIT' }),
  errors.must('ERR-005', '400 INVALID_VALUE: a value that cannot be coerced', { profile: 'L1-EDIT' }),
  errors.must('ERR-006', '400 INVALID_VALUE: an unknown note font or color, an unsupported font size', {
    profile: 'L1-EDIT',
  }),
  errors.must('ERR-007', '400 INVALID_VALUE: an unknown type name', {
    profile: 'L1-EDIT',
  }),
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
  errors.must('ERR-015', '404 ASSET_NOT_FOUND: an unknown asset tag', {
    profile: 'PROPS',
  }),
  errors.must('ERR-016', '404 PROPERTY_NOT_FOUND: an unknown property of an asset', {
    profile: 'PROPS',
  }),
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
  errors.must('ERR-026', '409 LAYER_OCCUPIED: an animation layer that is in use', {
    profile: 'ANIM',
  }),
  errors.must('ERR-027', '422: the runtime processed an action and it failed', {
    profile: 'L2',
  }),
  errors.must('ERR-028', '503 RUNTIME_NOT_CONNECTED: the runtime is not connected', { profile: 'L1-RUN' }),
  errors.must('ERR-029', '504: the runtime did not respond in time', {
    profile: 'L2',
  }),
  errors.info('ERR-030', 'Further error codes and the texts of resolutions are unspecified', leftOpen),
  errors.info('ERR-031', 'The error codes of 422 and 504 are unspecified', leftOpen),
] as const;
