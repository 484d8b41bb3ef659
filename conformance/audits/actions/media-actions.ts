/**
 * Audits of image and sound actions. The description names only their categories, so their effects are observed. What
 * the target's action schema says about an image must be true.
 */
import { listActionResults } from '../../audit-helpers/action-trials.ts';
import { readAction, runAction } from '../../audit-helpers/run-action.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import {
  filterRecords,
  filterStrings,
  includesDeep,
  isRecord,
  type JsonRecord,
  walkJson,
} from '../../json.ts';
import type { ActionDefinition } from '../../target/action-schema.ts';
import { describeStatus, type Reply } from '../../target/http/exchange.ts';

const mediaActions = defineAuditArea('media-actions', 'token', 'runtime');

/** Returns the only value that a schema allows, if there is exactly one. */
const getOnlyAllowedValue = (schema: unknown): unknown => {
  if (!isRecord(schema)) return undefined;
  const { const: constant, enum: values } = schema;
  return constant ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
};

/** Returns the schema's result properties for an action that returns an image as text. */
const findImageProperties = ({ result }: ActionDefinition): JsonRecord | undefined =>
  [...walkJson(result)]
    .filter(isRecord)
    .map(({ properties }) => properties)
    .filter(isRecord)
    .find(
      ({ mediaType, encoding, data }) =>
        getOnlyAllowedValue(mediaType) === 'image/png' &&
        getOnlyAllowedValue(encoding) === 'base64' &&
        isRecord(data),
    );

/** Returns parameters that request a small image, as far as the action's schema has such parameters. */
const createCaptureParameters = ({ parameters }: ActionDefinition): JsonRecord => {
  const requested: JsonRecord = { format: 'png', width: 64, height: 48 };
  const supported = parameters.map(({ name }) => name).filter((name) => name in requested);
  return Object.fromEntries(supported.map((name) => [name, requested[name]]));
};

const findImageResult = (t: AuditTools, reply: Reply): JsonRecord | undefined =>
  listActionResults(t, reply)
    .flatMap((result) => [...walkJson(result)])
    .filter(isRecord)
    .find(({ mediaType, data }) => mediaType === 'image/png' && typeof data === 'string');

const pngSignature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** Returns the width and height of a PNG file, or `undefined` when the file is not a PNG. */
const getPngSize = (bytes: Buffer): { readonly width: number; readonly height: number } | undefined => {
  const isPng =
    bytes.length > 24 &&
    bytes.subarray(0, 8).equals(pngSignature) &&
    bytes.toString('latin1', 12, 16) === 'IHDR';
  return isPng ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined;
};

const isPixelSize = (schema: unknown): boolean =>
  isRecord(schema) && /pixel/i.test(String(schema.description));

export const audits = [
  mediaActions.audit('pictures', ['ACT-012', 'ACT-CAPTURE-001'], async (t) => {
    const action = await readAction(t, 'output.capture');
    const schema = action && findImageProperties(action);
    t.for('ACT-CAPTURE-001').observe('output.capture returns an image as text', schema !== undefined);
    if (!action || !schema) return;
    const call = createCaptureParameters(action);
    const [reply, repeated] = [await runAction(t, action.name, call), await runAction(t, action.name, call)];
    const picture = findImageResult(t, reply);
    t.for('ACT-CAPTURE-001').observe('output.capture of an image', describeStatus(reply));
    if (!reply.ok || !picture) return;
    const result = t.for('ACT-012');
    const size = getPngSize(Buffer.from(String(picture.data), 'base64'));
    const isPng = result.must(size !== undefined, 'an image described as PNG in base64 is one', {
      actual: String(picture.data).slice(0, 40),
    });
    if (isPng)
      for (const side of ['width', 'height'] as const)
        if (isPixelSize(schema[side]) && typeof picture[side] === 'number')
          result.mustEqual(
            size?.[side],
            picture[side],
            `the ${side} of the image in pixels is the one reported`,
          );
    t.for('ACT-CAPTURE-001').observe(
      'two consecutive captures are identical byte by byte',
      findImageResult(t, repeated)?.data === picture.data,
    );
  }),
  mediaActions.audit('sounds', ['ACT-AUDIO-001'], async (t) => {
    const { json } = await t.http.get('/api/discovery/runtime-assets');
    const soundRecord = filterRecords(t.fields.items(json))
      .flatMap((item) => filterStrings([...walkJson(item)]))
      .find((text) => /\.(wav|mp3|ogg)$/i.test(text));
    t.observe('a sound among the assets', soundRecord !== undefined);
    if (soundRecord === undefined) return;
    const started = await runAction(t, 'audio.play', { asset: soundRecord, loop: true });
    t.observe('audio.play', describeStatus(started));
    const soundId = listActionResults(t, started)
      .map((result) => result.soundId)
      .find((id) => typeof id === 'string' || typeof id === 'number');
    if (!started.ok || soundId === undefined) return;
    t.defer(() => runAction(t, 'audio.stop', { soundId }));
    const isListed = async (): Promise<boolean> =>
      includesDeep((await runAction(t, 'audio.list', {})).json, soundId);
    t.observe('audio.list shows a sound that was started', await isListed());
    t.observe('audio.stop', describeStatus(await runAction(t, 'audio.stop', { soundId })));
    t.observe('audio.list shows a sound that was stopped', await isListed());
  }),
];
