/** Audits how many live-streaming platforms the target lists. */
import { defineAuditArea } from '../define-audit-area.ts';
import { isRecord, walkJson } from '../json.ts';
import { runAction } from '../audit-helpers/run-action.ts';
import { listActionResults } from '../audit-helpers/action-trials.ts';
import { describeReply } from '../target/http/describe-reply.ts';

/** Returns the sizes of all collections that may be the platforms: arrays, and records that contain records. */
const listCollectionSizes = (response: unknown): readonly number[] =>
  [...walkJson(response)].flatMap((value) => {
    if (Array.isArray(value)) return [value.length];
    const entries = isRecord(value) ? Object.values(value) : [];
    return entries.length > 1 && entries.every(isRecord) ? [entries.length] : [];
  });

export const streamingActionAudits = [
  defineAuditArea('streaming-actions', 'token', 'runtime').audit(
    'four-platforms',
    ['ACT-STREAM-002'],
    async (t) => {
      const reply = await runAction(t, 'streaming.platforms', {});
      t.given(reply.ok, 'streaming.platforms succeeds', describeReply(reply));
      const sizes = listActionResults(t, reply).flatMap(listCollectionSizes);
      t.given(
        sizes.length > 0,
        'a response of streaming.platforms that contains a list',
        describeReply(reply),
      );
      t.must(sizes.includes(4), 'streaming.platforms lists four', { expected: 4, actual: sizes });
    },
  ),
];
