import { AssetFileError } from '../asset-file-error.ts';
import { getObjects, findObject, isJsonObject, isNaturalNumber, getValues } from './json-entries.ts';
import type { JsonObject } from './json-entries.ts';
import type { RepairLog } from './repair-log.ts';

/** The extensions for buffer views that are compressed by meshoptimizer. */
const meshoptExtensions = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;

const webpExtension = 'EXT_texture_webp';

export const dracoExtension = 'KHR_draco_mesh_compression';

/**
 * The extension that allows small integers in attributes. This extension is only listed in `extensionsUsed`; no object
 * contains it.
 */
const quantizationExtension = 'KHR_mesh_quantization';

const supportedExtensions: ReadonlySet<unknown> = new Set([
  ...meshoptExtensions,
  dracoExtension,
  webpExtension,
  'KHR_lights_punctual',
  'KHR_materials_anisotropy',
  'KHR_materials_clearcoat',
  'KHR_materials_dispersion',
  'KHR_materials_emissive_strength',
  'KHR_materials_ior',
  'KHR_materials_iridescence',
  'KHR_materials_sheen',
  'KHR_materials_specular',
  'KHR_materials_transmission',
  'KHR_materials_unlit',
  'KHR_materials_volume',
  quantizationExtension,
  'KHR_texture_transform',
]);

const removeUnknown = (value: unknown): void => {
  if (Array.isArray(value)) for (const item of value) removeUnknown(item);
  if (!isJsonObject(value)) return;
  // The key `__proto__` is deleted, because loaders copy the value to an object's user data, where this key would
  // change the object's prototype.
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  // `extras` is deleted unless it is an object, because loaders would otherwise log a warning.
  if ('extras' in value && !isJsonObject(value.extras)) delete value.extras;
  const { extensions } = value;
  if (isJsonObject(extensions)) {
    for (const name of Object.keys(extensions))
      if (!supportedExtensions.has(name)) removeExtension(value, name);
  }
  for (const item of Object.values(value)) removeUnknown(item);
};

/** Advice on unsupported extensions that exporters often use, keyed by extension name. */
const extensionAdvice: Readonly<Record<string, string>> = {
  KHR_texture_basisu:
    'its textures are KTX2 (Basis Universal), which needs a GPU: export them as PNG, JPEG or WebP',
  EXT_texture_avif: 'its textures are AVIF images: export them as PNG, JPEG or WebP',
};

const rejectExtensions = (names: readonly unknown[], usage: string): never => {
  const quotedNames = names.map((name) => `'${String(name)}'`).join(', ');
  const advice = names.flatMap((name) => extensionAdvice[String(name)] ?? []);
  throw new AssetFileError(
    'UNSUPPORTED',
    [`${usage} ${quotedNames}, which is not supported`, ...advice].join('; '),
    { extensions: names, validOptions: [...supportedExtensions] },
  );
};

const listExtensionNames = (owner: JsonObject): string[] =>
  Object.keys(findObject(owner, 'extensions') ?? {});

/**
 * Rejects a model whose geometry is only in an unsupported extension. Without the extension, all positions would be
 * zero.
 */
const rejectHiddenGeometry = (document: JsonObject): void => {
  const accessors = getObjects(document, 'accessors');
  for (const mesh of getObjects(document, 'meshes')) {
    for (const primitive of getObjects(mesh, 'primitives')) {
      const unknown = listExtensionNames(primitive).filter((name) => !supportedExtensions.has(name));
      const index = findObject(primitive, 'attributes')?.POSITION;
      const positions = isNaturalNumber(index) ? accessors[index] : undefined;
      if (unknown.length > 0 && positions && !hasValues(positions)) {
        rejectExtensions(unknown, 'its geometry is only in');
      }
    }
  }
};

/**
 * Whether the file contains values for an accessor. An accessor without values stands for zeros or for compressed
 * geometry.
 */
export const hasValues = ({ bufferView, sparse }: JsonObject): boolean =>
  bufferView !== undefined || sparse !== undefined;

/** Picks one image per texture: the core glTF image if present, otherwise the WebP image, otherwise none. */
const chooseImages = (document: JsonObject, repairs: RepairLog): void => {
  for (const [index, texture] of getObjects(document, 'textures').entries()) {
    if (texture.source !== undefined) continue;
    const { [webpExtension]: webp, ...otherExtensions } = findObject(texture, 'extensions') ?? {};
    if (isJsonObject(webp) && webp.source !== undefined) texture.source = webp.source;
    else if (Object.keys(otherExtensions).length > 0) {
      const extensionNames = Object.keys(otherExtensions).join(', ');
      repairs.note(`Ignored a texture whose only image is in ${extensionNames}`, `/textures/${index}`);
    }
  }
};

/**
 * Removes all unsupported extensions from a document, so that later steps can ignore them.
 * @throws AssetFileError when the model requires an unsupported extension, or has geometry only in such an extension
 */
export const removeUnknownExtensions = (document: JsonObject, repairs: RepairLog): void => {
  const required = getValues(document, 'extensionsRequired');
  const missing = required.filter((name) => !supportedExtensions.has(name));
  if (missing.length > 0) rejectExtensions(missing, 'it requires');
  rejectHiddenGeometry(document);
  chooseImages(document, repairs);
  removeUnknown(document);
  for (const texture of getObjects(document, 'textures')) removeExtension(texture, webpExtension);
};

export const removeExtension = (owner: JsonObject, name: string): void => {
  const extensions = findObject(owner, 'extensions');
  if (!extensions) return;
  delete extensions[name];
  if (Object.keys(extensions).length === 0) delete owner.extensions;
};

const collectNames = (value: unknown, names: Set<string>): void => {
  if (Array.isArray(value)) for (const item of value) collectNames(item, names);
  if (!isJsonObject(value)) return;
  if (isJsonObject(value.extensions)) for (const name of Object.keys(value.extensions)) names.add(name);
  for (const [key, inner] of Object.entries(value)) if (key !== 'extras') collectNames(inner, names);
};

/**
 * Replaces the document's lists of extensions with the extensions that the document really contains, whatever the
 * exporter declared.
 */
export const declareExtensions = (document: JsonObject): void => {
  const names = new Set([quantizationExtension]);
  collectNames(document, names);
  document.extensionsUsed = [...names];
  document.extensionsRequired = [quantizationExtension];
};

/** Returns the meshopt compression of a buffer view; `undefined` when the view is not compressed. */
export const findMeshoptCompression = (view: JsonObject): JsonObject | undefined => {
  const extensions = findObject(view, 'extensions');
  const name = extensions && meshoptExtensions.find((item) => item in extensions);
  return name && findObject(extensions, name);
};
