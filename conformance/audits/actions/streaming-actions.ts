/** Live-streaming platforms: how many there are. */
import { area } from '../../area.ts';
import { isRecord, walk } from '../../json.ts';
import { runAction } from '../../lab/action-calls.ts';
import { resultsIn } from '../../lab/each-action.ts';
import { inShort } from '../../target/http/in-short.ts';

/** Sizes of all that may be the platforms: lists, and records of records. */
const sizesIn = (answer: unknown): readonly number[] =>
  [...walk(answer)].flatMap((value) => {
    if (Array.isArray(value)) return [value.length];
    const entries = isRecord(value) ? Object.values(value) : [];
    return entries.length > 1 && entries.every(isRecord) ? [entries.length] : [];
  });

export const streamingActionAudits = [
  area('streaming-actions', 'token', 'runtime').audit('four-platforms', ['ACT-STREAM-002'], async (t) => {
    const reply = await runAction(t, 'streaming.platforms', {});
    t.given(reply.ok, 'streaming.platforms succeeds', inShort(reply));
    const sizes = resultsIn(t, reply).flatMap(sizesIn);
    t.given(sizes.length > 0, 'an answer of streaming.platforms that lists something', inShort(reply));
    t.must(sizes.includes(4), 'streaming.platforms tells of four', { expected: 4, actual: sizes });
  }),
];
