/** The geometry of primitives that Draco compressed. */
import { Refusal } from '../refusal.ts';
import { layoutOf } from './accessor-layout.ts';
import { startDracoDecoder } from './draco-decoder.ts';
import { readDracoHeader } from './draco-header.ts';
import { entriesIn, entryAt, entryIn, naturalIn } from './entries.ts';
import { dracoName, dropExtension, hasValues } from './extensions.ts';
import type { DracoHeader } from './draco-header.ts';
import type { Entry } from './entries.ts';

/** A primitive that has to be decoded. */
interface Compressed {
  readonly primitive: Entry;
  readonly bytes: Uint8Array;
  /** Ids of attributes in the Draco mesh, by name. */
  readonly ids: Entry;
  readonly header: DracoHeader;
  readonly where: string;
}

type Decoded = Map<number, Uint8Array<ArrayBuffer>>;

const trianglesMode = 4;
const stripMode = 5;

/** What the decoder takes for itself, and for each face and point: a third more than was measured. */
const baseBytes = 64 * 2 ** 20;
const bytesPerElement = 256;

/** Faces and points that are decoded before others have their turn: about 25 ms. A primitive is never divided. */
const elementsPerTurn = 50_000;

// biome-ignore lint/style/noRestrictedGlobals: what is read is the same in every run, however long it takes
const endTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The primitives whose geometry is only in a Draco mesh; others are read without it. */
const compressedIn = (
  document: Entry,
  accessors: readonly Entry[],
  views: readonly Uint8Array[],
): Compressed[] =>
  entriesIn(document, 'meshes').flatMap((mesh, meshIndex) =>
    entriesIn(mesh, 'primitives').flatMap((primitive, index) => {
      const compression = entryIn(entryIn(primitive, 'extensions') ?? {}, dracoName);
      if (!compression) return [];
      dropExtension(primitive, dracoName);
      const ids = entryIn(compression, 'attributes') ?? {};
      const attributes = entryIn(primitive, 'attributes') ?? {};
      const indexes = [...Object.keys(ids).map((name) => attributes[name]), primitive.indices];
      const used = indexes
        .filter((one) => one !== undefined)
        .map((one) => entryAt(accessors, one, 'accessor'));
      if (used.every(hasValues)) return [];
      const where = `primitive ${index} of mesh ${meshIndex}`;
      const bytes = views[naturalIn(compression, 'bufferView')];
      if (bytes === undefined) throw new Refusal('DAMAGED', `${where} is in a buffer view that is missing`);
      return { primitive, bytes, ids, where, header: readDracoHeader(bytes, where) };
    }),
  );

const refuseCount = (where: string, what: string, found: number, told: number): never => {
  throw new Refusal('DAMAGED', `the Draco mesh of ${where} has ${found} ${what}, and ${told} are expected`);
};

/** Compares what a mesh would become with what the document allows for, before it takes any memory. */
const checkHeader = (accessors: readonly Entry[], { primitive, header, where }: Compressed): void => {
  const { POSITION } = entryIn(primitive, 'attributes') ?? {};
  const points = naturalIn(entryAt(accessors, POSITION, 'accessor'), 'count');
  if (header.points > points) refuseCount(where, 'points', header.points, points);
  if (primitive.indices === undefined)
    throw new Refusal('DAMAGED', `${where} has a Draco mesh but no indices`);
  const indices = naturalIn(entryAt(accessors, primitive.indices, 'accessor'), 'count');
  const isStrip = primitive.mode === stripMode;
  if (isStrip ? header.faces + 2 > indices : header.faces * 3 !== indices) {
    refuseCount(where, 'faces', header.faces, Math.floor(indices / 3));
  }
};

/**
 * Whether all that a primitive has of its mesh is decoded, since another one has the same.
 * @throws Refusal when only a part is: small files could ask for the same work again and again
 */
const isDecoded = (primitive: Entry, ids: Entry, decoded: Decoded, where: string): boolean => {
  const attributes = entryIn(primitive, 'attributes') ?? {};
  const indexes = [...Object.keys(ids).map((name) => attributes[name]), primitive.indices];
  const known = indexes.filter((index) => decoded.has(Number(index)));
  if (known.length === 0) return false;
  if (known.length === indexes.length) {
    primitive.mode = trianglesMode;
    return true;
  }
  throw new Refusal('DAMAGED', `${where} shares accessors with another Draco mesh`);
};

const writeIndices = (
  accessor: Entry,
  triangles: Uint32Array<ArrayBuffer>,
  points: number,
): Uint8Array<ArrayBuffer> => {
  const isSmall = points <= 65_535;
  Object.assign(accessor, { componentType: isSmall ? 5123 : 5125, count: triangles.length });
  return new Uint8Array((isSmall ? new Uint16Array(triangles) : triangles).buffer);
};

/**
 * Decodes the primitives whose geometry is only in Draco meshes, and removes that extension from all others. The decoder
 * is loaded with the first of them.
 * @param views the bytes of the document's buffer views
 * @returns the values of accessors, by their index
 * @throws Refusal for meshes that are damaged, or larger than their accessors say
 */
export const decodePrimitives = async (
  document: Entry,
  views: readonly Uint8Array[],
): Promise<ReadonlyMap<number, Uint8Array<ArrayBuffer>>> => {
  const decoded: Decoded = new Map();
  const accessors = entriesIn(document, 'accessors');
  const compressed = compressedIn(document, accessors, views);
  if (compressed.length === 0) return decoded;
  for (const one of compressed) checkHeader(accessors, one);
  const elements = compressed.map(
    ({ header, bytes }) => bytes.length + (header.faces + header.points) * bytesPerElement,
  );
  const decoder = await startDracoDecoder(baseBytes + Math.max(...elements));
  let elementsInTurn = 0;
  for (const { primitive, bytes, ids, header, where } of compressed) {
    if (isDecoded(primitive, ids, decoded, where)) continue;
    elementsInTurn += header.faces + header.points;
    if (elementsInTurn > elementsPerTurn) {
      elementsInTurn = 0;
      await endTurn();
    }
    const attributes = entryIn(primitive, 'attributes') ?? {};
    decoder.decode(bytes, (mesh) => {
      for (const name of Object.keys(ids)) {
        if (attributes[name] === undefined) continue;
        const accessor = entryAt(accessors, attributes[name], 'accessor');
        const { count, components, size } = layoutOf(accessor, where);
        if (count !== mesh.points) refuseCount(where, 'points', mesh.points, count);
        const componentType = naturalIn(accessor, 'componentType');
        const wanted = { id: naturalIn(ids, name), componentType, components, bytes: count * size };
        decoded.set(naturalIn(attributes, name), mesh.attribute(wanted));
      }
      const indices = entryAt(accessors, primitive.indices, 'accessor');
      primitive.mode = trianglesMode;
      decoded.set(naturalIn(primitive, 'indices'), writeIndices(indices, mesh.triangles(), mesh.points));
    });
  }
  return decoded;
};
