import { Refusal } from '../refusal.ts';
import { entriesIn, entryIn, isEntry, isNatural, valuesIn } from './entries.ts';
import type { Entry } from './entries.ts';
import type { Repairs } from './repairs.ts';

/** Names under which buffer views are compressed by meshoptimizer. */
const meshoptNames = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;

/** The image of a texture, where it is a WebP image. */
const webpName = 'EXT_texture_webp';

export const dracoName = 'KHR_draco_mesh_compression';

/** Under this name the integers of attributes may be small; it shows in no object of a document. */
const quantization = 'KHR_mesh_quantization';

/** What is understood of a model beyond glTF itself. */
const understood: ReadonlySet<unknown> = new Set([
  ...meshoptNames,
  dracoName,
  webpName,
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
  quantization,
  'KHR_texture_transform',
]);

const dropUnknown = (value: unknown): void => {
  if (Array.isArray(value)) for (const one of value) dropUnknown(one);
  if (!isEntry(value)) return;
  // Copied into the user data of an object, it would become its prototype.
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  // Notes of a tool are kept when they are an object; loaders complain about others.
  if ('extras' in value && !isEntry(value.extras)) delete value.extras;
  const { extensions } = value;
  if (isEntry(extensions)) {
    for (const name of Object.keys(extensions)) if (!understood.has(name)) dropExtension(value, name);
  }
  for (const one of Object.values(value)) dropUnknown(one);
};

/** What to do about extensions that models are often exported with. */
const advice: Readonly<Record<string, string>> = {
  KHR_texture_basisu:
    'its textures are KTX2 (Basis Universal), which only graphics cards read: export them as PNG, JPEG or WebP',
  EXT_texture_avif: 'its textures are AVIF images: export them as PNG, JPEG or WebP',
};

const refuseExtensions = (names: readonly unknown[], why: string): never => {
  const named = names.map((name) => `'${String(name)}'`).join(', ');
  const advised = names.flatMap((name) => advice[String(name)] ?? []);
  throw new Refusal('UNSUPPORTED', [`${why} ${named}, which is not supported`, ...advised].join('; '), {
    extensions: names,
    validOptions: [...understood],
  });
};

const namesIn = (owner: Entry): string[] => Object.keys(entryIn(owner, 'extensions') ?? {});

/** Without the extension that holds them, the positions of a primitive would all be zero. */
const refuseHiddenGeometry = (document: Entry): void => {
  const accessors = entriesIn(document, 'accessors');
  for (const mesh of entriesIn(document, 'meshes')) {
    for (const primitive of entriesIn(mesh, 'primitives')) {
      const unknown = namesIn(primitive).filter((name) => !understood.has(name));
      const index = entryIn(primitive, 'attributes')?.POSITION;
      const positions = isNatural(index) ? accessors[index] : undefined;
      if (unknown.length > 0 && positions && !hasValues(positions)) {
        refuseExtensions(unknown, 'its geometry is only in');
      }
    }
  }
};

/** Whether an accessor has values of its own, rather than zeros in the place of compressed ones. */
export const hasValues = ({ bufferView, sparse }: Entry): boolean =>
  bufferView !== undefined || sparse !== undefined;

/** Textures show their plain image; without one that in WebP, and none for what is not supported. */
const chooseImages = (document: Entry, repairs: Repairs): void => {
  for (const [index, texture] of entriesIn(document, 'textures').entries()) {
    if (texture.source !== undefined) continue;
    const { [webpName]: webp, ...others } = entryIn(texture, 'extensions') ?? {};
    if (isEntry(webp) && webp.source !== undefined) texture.source = webp.source;
    else if (Object.keys(others).length > 0) {
      const named = Object.keys(others).join(', ');
      repairs.note(`Left out a texture whose only image is in ${named}`, `/textures/${index}`);
    }
  }
};

/**
 * Removes all extensions from a document that are not understood, so that whoever reads it next finds none of them.
 * @throws Refusal when the model requires one of them, or has its geometry in it alone
 */
export const dropUnknownExtensions = (document: Entry, repairs: Repairs): void => {
  const required = valuesIn(document, 'extensionsRequired');
  const missing = required.filter((name) => !understood.has(name));
  if (missing.length > 0) refuseExtensions(missing, 'it requires');
  refuseHiddenGeometry(document);
  chooseImages(document, repairs);
  dropUnknown(document);
  for (const texture of entriesIn(document, 'textures')) dropExtension(texture, webpName);
};

export const dropExtension = (owner: Entry, name: string): void => {
  const extensions = entryIn(owner, 'extensions');
  if (!extensions) return;
  delete extensions[name];
  if (Object.keys(extensions).length === 0) delete owner.extensions;
};

const collectNames = (value: unknown, names: Set<string>): void => {
  if (Array.isArray(value)) for (const one of value) collectNames(one, names);
  if (!isEntry(value)) return;
  if (isEntry(value.extensions)) for (const name of Object.keys(value.extensions)) names.add(name);
  for (const [key, inner] of Object.entries(value)) if (key !== 'extras') collectNames(inner, names);
};

/** Declares the extensions that a document has, whatever its tool declared. */
export const declareExtensions = (document: Entry): void => {
  const names = new Set([quantization]);
  collectNames(document, names);
  document.extensionsUsed = [...names];
  document.extensionsRequired = [quantization];
};

/** How a buffer view is compressed; undefined when it is not. */
export const compressionOf = (view: Entry): Entry | undefined => {
  const extensions = entryIn(view, 'extensions');
  const name = extensions && meshoptNames.find((one) => one in extensions);
  return name && entryIn(extensions, name);
};
