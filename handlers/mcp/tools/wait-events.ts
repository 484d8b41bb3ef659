import * as z from 'zod';
import { firstOf } from '../brief.ts';
import { tool } from '../tool.ts';
import { eventLine, mostSeconds, watch } from '../watch.ts';

export const waitEvents = tool({
  name: 'wait_events',
  description:
    'Listens until so many events came, or the time is over, and tells them: tick, type, data. With since, the seq that an answer ends with, none between two calls is missed.',
  isReadOnly: true,
  tellsSeq: true,
  input: {
    patterns: z.array(z.string().min(1)).min(1).max(20).describe('Such as graph.*'),
    count: z.int().min(1).max(200).default(1),
    seconds: z.number().min(0).max(mostSeconds).default(5),
    since: z.int().min(0).optional(),
  },
  async run({ patterns, count, seconds, since }, access) {
    const watching = await watch(access, patterns, { since });
    try {
      const came = await watching.until(() => watching.heard.length >= count, seconds);
      const { gap } = watching;
      const lines = watching.heard.map(eventLine);
      return [
        ...(gap ? [`Events from ${gap.from} to ${gap.to} are no longer held; some may be missing.`] : []),
        ...(came ? [] : [`${lines.length} of ${count} came in ${seconds} s.`]),
        ...firstOf(lines, Math.max(count, 20), 'ask for fewer kinds'),
      ].join('\n');
    } finally {
      await watching.end();
    }
  },
});
