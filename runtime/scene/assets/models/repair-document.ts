/** Repairs defects that can be fixed without looking at other parts of the document. */
import { AssetFileError } from '../asset-file-error.ts';
import { findObject, getObjects, isJsonObject, type JsonObject } from './json-entries.ts';
import type { RepairLog } from './repair-log.ts';

/** The ranges that glTF allows for material properties, at any nesting depth. */
const valueRanges: Readonly<Record<string, readonly [least: number, most: number]>> = {
  alphaCutoff: [0, Infinity],
  anisotropyStrength: [0, 1],
  attenuationColor: [0, 1],
  baseColorFactor: [0, 1],
  clearcoatFactor: [0, 1],
  clearcoatRoughnessFactor: [0, 1],
  dispersion: [0, Infinity],
  emissiveFactor: [0, 1],
  emissiveStrength: [0, Infinity],
  iridescenceFactor: [0, 1],
  iridescenceIor: [1, Infinity],
  iridescenceThicknessMaximum: [0, Infinity],
  iridescenceThicknessMinimum: [0, Infinity],
  metallicFactor: [0, 1],
  roughnessFactor: [0, 1],
  sheenColorFactor: [0, 1],
  sheenRoughnessFactor: [0, 1],
  specularColorFactor: [0, Infinity],
  specularFactor: [0, 1],
  strength: [0, 1],
  thicknessFactor: [0, Infinity],
  transmissionFactor: [0, 1],
};

const clampToRange = ([min, max]: readonly [number, number], value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => clampToRange([min, max], item));
  return typeof value === 'number' ? Math.min(Math.max(value, min), max) : value;
};

const isEmpty = (key: string, value: unknown): boolean =>
  Array.isArray(value)
    ? value.length === 0
    : (key === 'extensions' || key === 'attributes') &&
      isJsonObject(value) &&
      Object.keys(value).length === 0;

/** Creates a function that walks through a document and repairs its values. The function skips `extras`. */
const createDocumentWalker = (repairs: RepairLog) => {
  const path: string[] = [];
  const pointer = (): string => `/${path.join('/')}`;

  const repairMember = (owner: JsonObject, key: string, value: unknown): void => {
    if (key === 'name' && typeof value !== 'string') {
      repairs.note('Removed a name that is not a string', pointer());
      delete owner[key];
    } else if (isEmpty(key, value)) {
      repairs.note('Removed an empty list', pointer());
      delete owner[key];
    } else if (path[0] === 'materials' && Object.hasOwn(valueRanges, key)) {
      const clamped = clampToRange(valueRanges[key] ?? [-Infinity, Infinity], value);
      if (JSON.stringify(clamped) === JSON.stringify(value)) return;
      repairs.note('Clamped a material property', pointer());
      owner[key] = clamped;
    }
  };

  const walk = (value: unknown): void => {
    if (Array.isArray(value)) {
      if (!value.some((item) => typeof item === 'object')) return;
      for (const [index, item] of value.entries()) {
        path.push(String(index));
        walk(item);
        path.pop();
      }
    } else if (isJsonObject(value)) {
      for (const [key, inner] of Object.entries(value)) {
        if (key === 'extras') continue;
        path.push(key);
        walk(inner);
        repairMember(value, key, inner);
        path.pop();
      }
    }
  };
  return walk;
};

/**
 * Repairs the `asset` object.
 * @throws AssetFileError for any glTF version but 2.0
 */
const repairAsset = (document: JsonObject, repairs: RepairLog): void => {
  const asset = findObject(document, 'asset');
  if (!asset) throw new AssetFileError('DAMAGED', "its 'asset' with the glTF version is missing");
  const { version, minVersion } = asset;
  if (!/^\d+(\.\d+)*$/.test(String(version))) {
    throw new AssetFileError('DAMAGED', `its glTF version is ${JSON.stringify(version)}; expected "2.0"`);
  }
  for (const required of [version, minVersion ?? '2.0']) {
    const [major, minor = '0'] = String(required).split('.');
    if (major !== '2' || (required === minVersion && minor !== '0')) {
      throw new AssetFileError('UNSUPPORTED', `it needs glTF ${String(required)}; only 2.0 is supported`);
    }
  }
  if (!/^2\.\d+$/.test(String(version)) || typeof version !== 'string') {
    repairs.note("Read the version as '2.0'", '/asset/version');
  }
  // The other properties of `asset` only describe the exporter.
  document.asset = { version: '2.0' };
};

/** Removes cameras, which the runtime doesn't use. */
const removeCameras = (document: JsonObject): void => {
  delete document.cameras;
  for (const node of getObjects(document, 'nodes')) delete node.camera;
};

const repairLights = (document: JsonObject, repairs: RepairLog): void => {
  const extension = findObject(findObject(document, 'extensions') ?? {}, 'KHR_lights_punctual') ?? {};
  for (const [index, light] of getObjects(extension, 'lights').entries()) {
    const spot = findObject(light, 'spot') ?? {};
    const { innerConeAngle: inner = 0, outerConeAngle: outer = Math.PI / 4 } = spot;
    if (typeof inner !== 'number' || typeof outer !== 'number' || inner < outer || outer <= 0) continue;
    repairs.note('Narrowed the inner cone of a light', `/extensions/KHR_lights_punctual/lights/${index}`);
    spot.innerConeAngle = outer * 0.999;
  }
};

/**
 * Repairs empty lists, names that are not strings, material and light values that are out of range, and the format of
 * the version.
 * @param document the document to change
 * @throws AssetFileError for any glTF version but 2.0
 */
export const repairDocument = (document: JsonObject, repairs: RepairLog): void => {
  repairAsset(document, repairs);
  removeCameras(document);
  createDocumentWalker(repairs)(document);
  repairLights(document, repairs);
};
