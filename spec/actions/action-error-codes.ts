/**
 * Error codes that the runtime reports for direct actions, besides ACTION_FAILED and the codes for invalid parameters.
 */
export const actionErrorCodes = [
  'LAYER_OCCUPIED',
  'OBJECT_NOT_FOUND',
  'COMPONENT_NOT_FOUND',
  'PROPERTY_NOT_FOUND',
  'INVALID_VALUE',
  'ASSET_NOT_FOUND',
  'CLIP_NOT_FOUND',
  'NO_PROJECT',
  'SAVE_FAILED',
] as const;
