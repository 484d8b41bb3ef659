/** Live-streaming platforms: how many there are. */
import { defineAuditArea } from '../define-audit-area.ts';
import { isRecord, walkJson } from '../json.ts';
import { runAction } from '../audit-helpers/run-action.ts';
import { listActionResults } from '../audit-helpers/action-trials.ts';
import { describeReply } from '../target/http/describe-reply.ts';

/** Sizes of all that may be the platforms: lists, and records of records. */
const listCollectionSizes = (answer: unknown): readonly number[] =>
  [...walkJson(answer)].flatMap((value) => {
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
        'an answer of streaming.platforms that lists something',
        describeReply(reply),
      );
      t.must(sizes.includes(4), 'streaming.platforms tells of four', { expected: 4, actual: sizes });
    },
  ),
];
