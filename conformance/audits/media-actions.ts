/**
 * Pictures and sounds. The description names the categories and no more, so that what actions do is observed; what a target's
 * own action schema says of a picture has to be so.
 */
import { defineAuditArea } from '../define-audit-area.ts';
import { isRecord, includesDeep, filterRecords, filterStrings, walkJson } from '../json.ts';
import { runAction } from '../audit-helpers/run-action.ts';
import { listActionResults } from '../audit-helpers/action-trials.ts';
import { parseActionSchema } from '../target/action-schema.ts';
import type { AuditTools } from '../audit.ts';
import type { JsonRecord } from '../json.ts';
import type { ActionDefinition } from '../target/action-schema.ts';
import type { Reply } from '../target/http/exchange.ts';

const mediaActions = defineAuditArea('media-actions', 'token', 'runtime');

/** The only value that a schema allows. */
const getOnlyAllowedValue = (schema: unknown): unknown => {
  if (!isRecord(schema)) return undefined;
  const { const: constant, enum: values } = schema;
  return constant ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
};

/** The properties of a result that is a picture as text, as the action schema tells. */
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

const findCaptureAction = async (t: AuditTools): Promise<ActionDefinition | undefined> => {
  const served = parseActionSchema((await t.http.get('/api/actions/schema')).json, t.fields);
  return served.find(({ name }) => name.toLowerCase() === 'output.capture');
};

/** A call that asks for a small picture, in the parameters that the schema tells. */
const createCaptureParameters = ({ parameters }: ActionDefinition): JsonRecord => {
  const wanted: JsonRecord = { format: 'png', width: 64, height: 48 };
  const known = parameters.map(({ name }) => name).filter((name) => name in wanted);
  return Object.fromEntries(known.map((name) => [name, wanted[name]]));
};

const findImageResult = (t: AuditTools, reply: Reply): JsonRecord | undefined =>
  listActionResults(t, reply)
    .flatMap((result) => [...walkJson(result)])
    .filter(isRecord)
    .find(({ mediaType, data }) => mediaType === 'image/png' && typeof data === 'string');

const pngSignature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** Width and height of a PNG file; undefined for what is none. */
const getPngSize = (bytes: Buffer): { readonly width: number; readonly height: number } | undefined => {
  const isPng =
    bytes.length > 24 &&
    bytes.subarray(0, 8).equals(pngSignature) &&
    bytes.toString('latin1', 12, 16) === 'IHDR';
  return isPng ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined;
};

const isPixelSize = (schema: unknown): boolean =>
  isRecord(schema) && /pixel/i.test(String(schema.description));

const describeReplyStatus = ({ status, at }: Reply): string =>
  `${status} ${String(at('error.code') ?? '')}`.trim();

export const mediaActionAudits = [
  mediaActions.audit('pictures', ['ACT-012', 'ACT-CAPTURE-001'], async (t) => {
    const action = await findCaptureAction(t);
    const schema = action && findImageProperties(action);
    t.for('ACT-CAPTURE-001').observe('output.capture tells of a picture as text', schema !== undefined);
    if (!action || !schema) return;
    const call = createCaptureParameters(action);
    const [reply, again] = [await runAction(t, action.name, call), await runAction(t, action.name, call)];
    const picture = findImageResult(t, reply);
    t.for('ACT-CAPTURE-001').observe('output.capture of a picture', describeReplyStatus(reply));
    if (!reply.ok || !picture) return;
    const result = t.for('ACT-012');
    const size = getPngSize(Buffer.from(String(picture.data), 'base64'));
    const isPng = result.must(size !== undefined, 'what is said to be a PNG in base64 is one', {
      actual: String(picture.data).slice(0, 40),
    });
    if (isPng)
      for (const side of ['width', 'height'] as const)
        if (isPixelSize(schema[side]) && typeof picture[side] === 'number')
          result.mustEqual(
            size?.[side],
            picture[side],
            `the picture has as many pixels of ${side} as it says`,
          );
    t.for('ACT-CAPTURE-001').observe(
      'two captures in a row are the same to the last byte',
      findImageResult(t, again)?.data === picture.data,
    );
  }),
  mediaActions.audit('sounds', ['ACT-AUDIO-001'], async (t) => {
    const { json } = await t.http.get('/api/discovery/runtime-assets');
    const sound = filterRecords(t.fields.items(json))
      .flatMap((item) => filterStrings([...walkJson(item)]))
      .find((text) => /\.(wav|mp3|ogg)$/i.test(text));
    t.observe('a sound among the assets', sound !== undefined);
    if (sound === undefined) return;
    const started = await runAction(t, 'audio.play', { asset: sound, loop: true });
    t.observe('audio.play', describeReplyStatus(started));
    const soundId = listActionResults(t, started)
      .map((result) => result.soundId)
      .find((id) => typeof id === 'string' || typeof id === 'number');
    if (!started.ok || soundId === undefined) return;
    t.defer(() => runAction(t, 'audio.stop', { soundId }));
    const isListed = async (): Promise<boolean> =>
      includesDeep((await runAction(t, 'audio.list', {})).json, soundId);
    t.observe('audio.list tells of a sound that was started', await isListed());
    t.observe('audio.stop', describeReplyStatus(await runAction(t, 'audio.stop', { soundId })));
    t.observe('audio.list tells of a sound that was stopped', await isListed());
  }),
];
