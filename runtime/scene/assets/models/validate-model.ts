import { AssetFileError } from '../asset-file-error.ts';

/** The maximum number of issues that the validator collects. Only the first error is reported. */
const maxIssues = 100;

/**
 * Runs the Khronos validator on a packed model. The validator finds wrong references, lengths and numbers.
 * @throws AssetFileError with the first error and its location
 */
export const validateModel = async (glb: Uint8Array): Promise<void> => {
  const { default: validator } = await import('gltf-validator');
  const options = {
    format: 'glb',
    maxIssues,
    onlyIssues: rejectedCodes,
    writeTimestamp: false,
  } as const;
  const { issues } = await validator.validateBytes(glb, options).catch((failure: unknown) => {
    // The validator throws an exception for some documents that barely resemble glTF.
    throw new AssetFileError('DAMAGED', `the validator failed (${String(failure)})`);
  });
  const [first] = issues.messages;
  if (!first) return;
  const { code, message, pointer } = first;
  const location = pointer === undefined ? '' : ` at ${pointer}`;
  throw new AssetFileError(
    'DAMAGED',
    `it is not valid glTF${location}: ${message.replace(/\.$/, '')} (${code})`,
    { rule: code, ...(pointer !== undefined && { pointer }), errors: issues.numErrors },
  );
};

/**
 * How each validator error is handled. The validator's warnings, infos and hints never matter.
 *
 * - `rejected`: the model cannot be shown, or its meaning is unclear.
 * - `repaired`: the document is repaired before validation. If the validator still reports the error, the model is
 * rejected.
 * - `ignored`: the model looks the same despite the error.
 * - `rewritten`: the error cannot occur, because the model is packed into a new file before validation.
 */
type ErrorOutcome = 'rejected' | 'repaired' | 'ignored' | 'rewritten';

const containerReason = 'The container is parsed and written anew; a truncated one is rejected';
const bufferViewReason = 'Values are copied with the alignment of their format';

/** The outcome for each error code, and the reason for the outcome. */
export const validatorErrors: Readonly<Record<string, readonly [outcome: ErrorOutcome, why: string]>> = {
  IO_ERROR: ['rejected', 'The validator reads no other files'],

  ARRAY_LENGTH_NOT_IN_LIST: ['rejected', 'A vector or matrix has too few numbers'],
  ARRAY_TYPE_MISMATCH: ['rejected', 'A list contains a value of another type'],
  DUPLICATE_ELEMENTS: ['ignored', 'Duplicate nodes are removed; a joint may occur twice in a skin'],
  EMPTY_ENTITY: ['repaired', 'Empty lists, meshes and skins are removed'],
  INVALID_INDEX: ['rejected', 'The reference leads nowhere'],
  INVALID_JSON: ['rejected', 'It cannot be parsed'],
  INVALID_URI: ['rewritten', 'URIs are resolved before validation; none is left'],
  ONE_OF_MISMATCH: ['rewritten', 'Images are written anew; cameras are removed'],
  PATTERN_MISMATCH: ['repaired', "A version such as '2' is read as '2.0'"],
  TYPE_MISMATCH: ['repaired', 'Names that are not strings are removed; other types are rejected'],
  UNDEFINED_PROPERTY: ['rejected', 'A required property is missing'],
  UNSATISFIED_DEPENDENCY: [
    'repaired',
    'Properties of nodes and accessors that depend on a missing one are removed',
  ],
  VALUE_MULTIPLE_OF: ['rewritten', bufferViewReason],
  VALUE_NOT_IN_RANGE: ['repaired', 'Material properties are clamped; counts and lengths are rejected'],

  ACCESSOR_MATRIX_ALIGNMENT: ['rewritten', 'Only application-specific attributes have such matrices'],
  ACCESSOR_NORMALIZED_INVALID: ['repaired', 'Floats and large integers are read without normalization'],
  ACCESSOR_OFFSET_ALIGNMENT: ['rewritten', bufferViewReason],
  ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE: ['rejected', 'It replaces values that do not exist'],
  ASSET_MIN_VERSION_GREATER_THAN_VERSION: ['rejected', 'It requires a version that does not exist'],
  BUFFER_DATA_URI_MIME_TYPE_INVALID: ['rewritten', 'The bytes are the same, whatever their declared type'],
  BUFFER_VIEW_INVALID_BYTE_STRIDE: ['rewritten', bufferViewReason],
  BUFFER_VIEW_TOO_BIG_BYTE_STRIDE: ['rewritten', bufferViewReason],
  CAMERA_XMAG_YMAG_ZERO: ['rewritten', 'Cameras are removed'],
  CAMERA_ZFAR_LEQUAL_ZNEAR: ['rewritten', 'Cameras are removed'],
  INVALID_GL_VALUE: ['rejected', 'It is not a number type'],
  KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE: ['rewritten', 'Such channels are removed'],
  KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH: ['rewritten', 'Such channels are removed'],
  KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES: ['repaired', 'The inner cone is narrowed'],
  MESH_INVALID_WEIGHTS_COUNT: ['repaired', 'Missing weights are 0, others are removed'],
  MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT: [
    'rejected',
    'It is unclear which weight belongs to which morph target',
  ],
  MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY: ['ignored', 'Textures name the coordinates they use'],
  MESH_PRIMITIVE_INVALID_ATTRIBUTE: ['repaired', 'Nothing is drawn with it, so it is removed'],
  MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH: ['repaired', 'One without the other has no effect'],
  NODE_MATRIX_NON_TRS: ['repaired', 'Scene nodes have no shear, so it is removed'],
  NODE_MATRIX_TRS: ['repaired', 'The matrix takes precedence'],
  NODE_SKIN_NO_SCENE: ['rejected', 'Joints outside of the scene are not shown and move nothing'],
  NON_REQUIRED_EXTENSION: ['rewritten', 'Extensions are declared anew'],
  ROTATION_NON_UNIT: ['repaired', 'Rotations are normalized'],
  SKIN_NO_COMMON_ROOT: ['ignored', 'Each joint is looked up individually'],
  SKIN_SKELETON_INVALID: ['rewritten', 'Nothing uses it, so it is removed'],
  UNKNOWN_ASSET_MAJOR_VERSION: ['rejected', 'Another version is another format'],
  UNUSED_EXTENSION_REQUIRED: ['rewritten', 'Extensions are declared anew'],

  ACCESSOR_SMALL_BYTESTRIDE: ['rejected', 'Values overlap'],
  ACCESSOR_TOO_LONG: ['rejected', 'Values are missing'],
  ACCESSOR_TOTAL_OFFSET_ALIGNMENT: ['rewritten', bufferViewReason],
  ACCESSOR_USAGE_OVERRIDE: ['ignored', 'The same numbers may be used twice'],
  ANIMATION_CHANNEL_TARGET_NODE_MATRIX: ['repaired', 'Matrices are decomposed'],
  ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS: ['repaired', 'It has no effect, so it is removed'],
  ANIMATION_DUPLICATE_TARGETS: ['repaired', 'The last channel wins'],
  ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE: ['rewritten', bufferViewReason],
  ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT: ['rejected', 'The times are not numbers'],
  ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS: ['ignored', 'A single keyframe needs no change'],
  ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS: ['repaired', 'Bounds are computed'],
  ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT: [
    'rejected',
    'It is unclear which value belongs to which time',
  ],
  ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT: ['rejected', 'The values are of another property'],
  BUFFER_MISSING_GLB_DATA: ['rejected', 'Its bytes are missing'],
  BUFFER_VIEW_TARGET_OVERRIDE: ['ignored', 'Buffer views are written anew, without a target'],
  BUFFER_VIEW_TOO_LONG: ['rejected', 'Bytes are missing'],
  IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE: ['rewritten', bufferViewReason],
  INVALID_IBM_ACCESSOR_COUNT: ['rejected', 'Joints have no matrix'],
  KHR_MATERIALS_VARIANTS_NON_UNIQUE_VARIANT: ['rewritten', 'The extension is removed'],
  MESH_PRIMITIVE_ACCESSOR_UNALIGNED: ['rewritten', bufferViewReason],
  MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE: ['rewritten', bufferViewReason],
  MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT: [
    'repaired',
    'Small integers need no declaration; joints are converted; other types are rejected',
  ],
  MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT: [
    'rewritten',
    'Application-specific attributes are removed',
  ],
  MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT: ['rejected', 'The indices are not unsigned integers'],
  MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE: ['rewritten', bufferViewReason],
  MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT: ['rejected', 'Vertices have no morph target'],
  MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR: ['repaired', 'It has no effect, so it is removed'],
  MESH_PRIMITIVE_NO_TANGENT_SPACE: ['ignored', 'The highlights look slightly different'],
  MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS: ['repaired', 'Bounds are computed'],
  MESH_PRIMITIVE_TOO_FEW_TEXCOORDS: ['ignored', 'The whole surface takes one color of the texture'],
  MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT: ['rejected', 'Some vertices have no such attribute'],
  NODE_LOOP: ['rejected', 'A node is its own ancestor'],
  NODE_PARENT_OVERRIDE: ['rejected', 'A node has two parents'],
  NODE_SKIN_WITH_NON_SKINNED_MESH: ['repaired', 'It has no effect, so it is removed'],
  NODE_WEIGHTS_INVALID: ['repaired', 'Missing weights are 0, others are removed'],
  SCENE_NON_ROOT_NODE: ['repaired', 'The node stays below its parent'],
  SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE: ['rewritten', bufferViewReason],
  SKIN_IBM_INVALID_FORMAT: ['rejected', 'They are not matrices'],
  TEXTURE_INVALID_IMAGE_MIME_TYPE: ['ignored', 'WebP images are supported, declared or not'],
  UNDECLARED_EXTENSION: ['rewritten', 'Extensions are declared anew'],
  UNEXPECTED_EXTENSION_OBJECT: ['ignored', 'It has no effect there'],
  UNRESOLVED_REFERENCE: ['rejected', 'The reference leads nowhere'],

  ACCESSOR_ANIMATION_INPUT_NEGATIVE: ['ignored', 'Clips play from time 0'],
  ACCESSOR_ANIMATION_INPUT_NON_INCREASING: [
    'repaired',
    'Equal times are a jump and are separated; other orders are rejected',
  ],
  ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION: ['repaired', 'Rotations are normalized'],
  ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND: ['ignored', 'Bounds are computed'],
  ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND: ['ignored', 'Bounds are computed'],
  ACCESSOR_INDEX_OOB: ['rejected', 'A vertex is missing'],
  ACCESSOR_INDEX_PRIMITIVE_RESTART: [
    'rejected',
    'It is a vertex in some formats and the end of a strip in others',
  ],
  ACCESSOR_INVALID_FLOAT: ['rejected', 'It is not a number'],
  ACCESSOR_INVALID_IBM: ['repaired', 'The last row is rounded'],
  ACCESSOR_INVALID_SIGN: ['ignored', 'It slightly changes the light on a surface'],
  ACCESSOR_JOINTS_INDEX_DUPLICATE: ['ignored', 'Weights for the same joint add up'],
  ACCESSOR_JOINTS_INDEX_OOB: ['rejected', 'A joint is missing'],
  ACCESSOR_MAX_MISMATCH: ['ignored', 'Bounds are computed'],
  ACCESSOR_MIN_MISMATCH: ['ignored', 'Bounds are computed'],
  ACCESSOR_NON_CLAMPED: ['ignored', 'Colors may be brighter than white'],
  ACCESSOR_SPARSE_INDEX_OOB: ['rejected', 'It replaces values that do not exist'],
  ACCESSOR_SPARSE_INDICES_NON_INCREASING: ['rewritten', 'Sparse values are resolved; the last one wins'],
  ACCESSOR_VECTOR3_NON_UNIT: ['ignored', 'Normals are normalized when drawn'],
  ACCESSOR_WEIGHTS_NEGATIVE: ['ignored', 'Weights are normalized when the model is built'],
  ACCESSOR_WEIGHTS_NON_NORMALIZED: ['ignored', 'Weights are normalized when the model is built'],
  BUFFER_BYTE_LENGTH_MISMATCH: ['rejected', 'Bytes are missing'],
  IMAGE_DATA_INVALID: ['rejected', 'The image is damaged'],
  IMAGE_MIME_TYPE_INVALID: ['rewritten', 'The type is detected from the bytes'],
  IMAGE_NON_ENABLED_MIME_TYPE: ['ignored', 'WebP images are supported, declared or not'],
  IMAGE_UNEXPECTED_EOS: ['rejected', 'The image is truncated'],

  GLB_CHUNK_LENGTH_UNALIGNED: ['rewritten', containerReason],
  GLB_CHUNK_TOO_BIG: ['rewritten', containerReason],
  GLB_DUPLICATE_CHUNK: ['rewritten', containerReason],
  GLB_EMPTY_CHUNK: ['rewritten', containerReason],
  GLB_INVALID_MAGIC: ['rewritten', containerReason],
  GLB_INVALID_VERSION: ['rewritten', containerReason],
  GLB_LENGTH_MISMATCH: ['rewritten', containerReason],
  GLB_LENGTH_TOO_SMALL: ['rewritten', containerReason],
  GLB_UNEXPECTED_BIN_CHUNK: ['rewritten', containerReason],
  GLB_UNEXPECTED_END_OF_CHUNK_DATA: ['rewritten', containerReason],
  GLB_UNEXPECTED_END_OF_CHUNK_HEADER: ['rewritten', containerReason],
  GLB_UNEXPECTED_END_OF_HEADER: ['rewritten', containerReason],
  GLB_UNEXPECTED_FIRST_CHUNK: ['rewritten', containerReason],
};

/** The codes that the validator reports. Ignored errors are left out, so that they can't hide other errors. */
const rejectedCodes = Object.entries(validatorErrors).flatMap(([code, [outcome]]) =>
  outcome === 'ignored' ? [] : code,
);
