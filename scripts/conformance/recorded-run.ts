import { runConformance, type Report } from '../../conformance/run-conformance.ts';
import { findDifference, takeSnapshot } from '../../conformance/runner/snapshot.ts';
import { filterStrings, isRecord, walkJson } from '../../conformance/json.ts';
import { pathTo } from '../../conformance/target/id.ts';
import {
  listTexts,
  readStatePart,
  stateParts,
  type StatePart,
  type StateReader,
} from '../../conformance/runner/target-state.ts';
import { createActionCatalog } from '../../conformance/target/action-catalog.ts';
import { parseManifest, type ManifestInput } from '../../conformance/target/manifest.ts';
import { createSession } from '../../conformance/target/session.ts';
import { startRecordingProxy, type RecordedRequest } from './recording-proxy.ts';
import { traceUndo, type TracedRequest } from './trace-undo.ts';

export interface RecordedRun {
  readonly report: Report;
  readonly requests: readonly RecordedRequest[];
  readonly traced: readonly TracedRequest[];
  /** The parts of the target's state that the run changed, with the values before and after. */
  readonly differences: readonly string[];
}

interface RecordRunOptions {
  readonly url: string;
  readonly eventsUrl: string;
  readonly token: string | undefined;
  readonly manifest?: ManifestInput | undefined;
  readonly seed: number;
  readonly only?: readonly string[];
}

/** Runs the kit through a recording proxy, and compares the target's state before and after. */
export const recordRun = async ({
  url,
  eventsUrl,
  token,
  manifest = {},
  seed,
  only,
}: RecordRunOptions): Promise<RecordedRun> => {
  const session = createSession({
    ...{ url, validate: () => undefined, seed, folder: '.' },
    manifest: parseManifest(JSON.stringify(manifest)),
    ...(token !== undefined && { token }),
  });
  const proxy = await startRecordingProxy(url, eventsUrl);
  try {
    const routes = await session.readRoutes();
    const { fields, silent: http } = session;
    const schema = (await http.get('/api/actions/schema')).json;
    const catalog = createActionCatalog(schema, fields, session.manifest);
    const reader = { http, fields, manifest: session.manifest, routes, catalog };
    const snapshots = [];
    for (const part of stateParts)
      snapshots.push({ part, snapshot: await takeSnapshot(() => readComparablePart(reader, part)) });
    const report = await runConformance({
      ...{ url: proxy.url, eventsUrl: proxy.eventsUrl, manifest, seed },
      ...(token !== undefined && { token }),
      ...(only && { only }),
    });
    const differences: string[] = [];
    const changedParts = new Set<string>();
    for (const { part, snapshot } of snapshots) {
      const difference = await findDifference(snapshot);
      if (!difference) continue;
      changedParts.add(part);
      differences.push(`${part}: ${JSON.stringify(difference)}`);
    }
    const traced = traceUndo(proxy.requests, changedParts);
    return { report, requests: [...proxy.requests], traced, differences };
  } finally {
    await proxy.close();
    session.close();
  }
};

/** An asset that was saved with the same values may have another size or date. */
const assetParts: readonly StatePart[] = ['bundles', 'assets'];

/** Parts whose records may hold fields with other names and values at every read. */
const noisyParts: readonly StatePart[] = ['bundles', 'assets', 'objects', 'layers', 'listeners', 'output'];

/** How often a noisy part is read, so that the texts that are in every answer are the target's own. */
const noisyReads = 4;

/** Returns the texts that are in every one of several answers, in order. */
const readStableTexts = async (read: () => Promise<unknown>): Promise<readonly string[]> => {
  let stable = listTexts(await read());
  for (let count = 1; count < noisyReads; count++) {
    const next = listTexts(await read());
    stable = new Set([...stable].filter((text) => next.has(text)));
  }
  return [...stable].toSorted();
};

const readPart = async (reader: StateReader, part: StatePart): Promise<unknown> => {
  const json = await readStatePart(reader, part);
  if (!assetParts.includes(part)) return json;
  const tags = [...walkJson(json)].filter(isRecord).flatMap(({ tag, asset }) => filterStrings([tag, asset]));
  const properties: Record<string, unknown> = {};
  for (const tag of new Set(tags)) {
    const reply = await reader.http.get(pathTo`/api/assets/${tag}/properties`);
    properties[tag] = reply.ok ? reply.json : reply.status;
  }
  return properties;
};

const readComparablePart = (reader: StateReader, part: StatePart): Promise<unknown> => {
  const read = () => readPart(reader, part);
  return noisyParts.includes(part) ? readStableTexts(read) : read();
};
