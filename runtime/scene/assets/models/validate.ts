import { Refusal } from '../refusal.ts';

/**
 * What exporters get wrong without harm: bounds that are a little off (ours are computed), normals and weights that
 * are not quite of length 1, what nobody uses. Ignored, they do not hide what comes after them.
 */
const harmless: readonly string[] = [
  'ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND',
  'ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND',
  'ACCESSOR_INVALID_SIGN',
  'ACCESSOR_JOINTS_USED_ZERO_WEIGHT',
  'ACCESSOR_MAX_MISMATCH',
  'ACCESSOR_MIN_MISMATCH',
  'ACCESSOR_VECTOR3_NON_UNIT',
  'ACCESSOR_WEIGHTS_NON_NORMALIZED',
  'IMAGE_NON_ENABLED_MIME_TYPE',
  'IMAGE_NPOT_DIMENSIONS',
  'MESH_PRIMITIVE_DEGENERATE_TRIANGLES',
  'MESH_PRIMITIVE_GENERATED_TANGENT_SPACE',
  'NODE_EMPTY',
  'UNUSED_OBJECT',
];

/** So many remarks nobody makes about a file that is as it should be. */
const mostRemarks = 1_000;

/**
 * Lets the validator judge a packed model: it finds what is wrong with references, lengths and numbers.
 * @throws Refusal that says the first error and where it is.
 */
export const validate = async (glb: Uint8Array): Promise<void> => {
  const { default: validator } = await import('gltf-validator');
  const options = {
    format: 'glb',
    maxIssues: mostRemarks,
    ignoredIssues: harmless,
    writeTimestamp: false,
  } as const;
  const { issues } = await validator.validateBytes(glb, options).catch((failure: unknown) => {
    // It stumbles over some documents that are far from glTF.
    throw new Refusal('DAMAGED', `the validator cannot make sense of it (${String(failure)})`);
  });
  const first = issues.messages.find(({ severity }) => severity === 0);
  if (first) {
    const { code, message, pointer } = first;
    const where = pointer === undefined ? '' : ` at ${pointer}`;
    throw new Refusal('DAMAGED', `it is no valid glTF${where}: ${message.replace(/\.$/, '')} (${code})`, {
      rule: code,
      ...(pointer !== undefined && { pointer }),
      errors: issues.numErrors,
    });
  }
  if (issues.truncated) throw new Refusal('DAMAGED', `more than ${mostRemarks} things are wrong with it`);
};
