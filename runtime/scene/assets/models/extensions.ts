import { Refusal } from '../refusal.ts';
import { entryIn, isEntry, valuesIn } from './entries.ts';
import type { Entry } from './entries.ts';

/** Names under which buffer views are compressed by meshoptimizer. */
export const meshoptNames = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;

/** What is understood of a model beyond glTF itself. */
const understood: ReadonlySet<unknown> = new Set([
  ...meshoptNames,
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
  'KHR_mesh_quantization',
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
    for (const name of Object.keys(extensions)) if (!understood.has(name)) delete extensions[name];
  }
  for (const one of Object.values(value)) dropUnknown(one);
};

const narrow = (document: Entry, key: string): void => {
  const names = valuesIn(document, key).filter((name) => understood.has(name));
  if (names.length > 0) document[key] = names;
  else delete document[key];
};

/**
 * Takes out of a document, in place, all extensions that are not understood, so that nothing of it is left to whoever
 * reads it next.
 * @throws Refusal when the model requires one of them.
 */
export const dropUnknownExtensions = (document: Entry): void => {
  const required = valuesIn(document, 'extensionsRequired');
  const missing = required.filter((name) => !understood.has(name));
  if (missing.length > 0) {
    const named = missing.map((name) => `'${String(name)}'`).join(', ');
    throw new Refusal('UNSUPPORTED', `it requires ${named}, which is not understood here`, {
      extensions: missing,
      validOptions: [...understood],
    });
  }
  dropUnknown(document);
  narrow(document, 'extensionsUsed');
  narrow(document, 'extensionsRequired');
};

/** How a buffer view is compressed; undefined when it is not. */
export const compressionOf = (view: Entry): Entry | undefined => {
  const extensions = entryIn(view, 'extensions');
  const name = extensions && meshoptNames.find((one) => one in extensions);
  return name && entryIn(extensions, name);
};
