import type { SceneClient } from '#spec/client/index.ts';

/** The keys of one animated property. */
export interface ClipKeys {
  readonly component: string;
  readonly property: string;
  readonly target: string;
  /** The times of the keys, in seconds. */
  readonly times: readonly number[];
  /** The values of the keys. */
  readonly values: readonly unknown[];
}

/** The shape of a clip in the property `clips` of the component Animation. */
interface StoredClip {
  readonly name?: string;
  readonly tracks?: readonly Partial<ClipKeys>[];
}

/** Reads the keys of a clip that the object itself has. The service doesn't report the keys of imported clips. */
export const readClipKeys = async (
  client: Pick<SceneClient, 'request'>,
  tag: string,
  clip: string,
): Promise<readonly ClipKeys[]> => {
  try {
    const params = { tag, component: 'Animation' };
    const properties = await client.request('GET /api/objects/{tag}/components/{component}', { params });
    const value: unknown = properties.find(({ name }) => name === 'clips')?.value;
    const clips: readonly StoredClip[] = Array.isArray(value) ? value : [];
    const tracks = clips.find(({ name }) => name === clip)?.tracks ?? [];
    return tracks.map(({ component = 'Transform', property = '', target = '', times = [], values = [] }) => ({
      ...{ component, property, target, times, values },
    }));
  } catch {
    return [];
  }
};

/** Returns the component of each value that changes most, from 0 to 1, or nothing if no value is a number. */
export const toCurve = (values: readonly unknown[]): readonly number[] => {
  const vectors = values.map((value): readonly unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value) : [value],
  );
  const candidates = (vectors[0] ?? []).map((_, axis) => vectors.map((vector) => vector[axis]));
  const series = candidates.filter((candidate): candidate is number[] =>
    candidate.every((number) => typeof number === 'number'),
  );
  const getRange = (numbers: readonly number[]): number => Math.max(...numbers) - Math.min(...numbers);
  const [widest] = series.sort((a, b) => getRange(b) - getRange(a));
  if (!widest) return [];
  const low = Math.min(...widest);
  const range = getRange(widest) || 1;
  return widest.map((number) => (number - low) / range);
};
