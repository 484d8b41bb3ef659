import * as z from 'zod';
import { limitLines } from '../format-text.ts';
import { defineTool } from '../define-tool.ts';
import { formatEvent, maxWaitSeconds, watchEvents } from '../watch-events.ts';

export const waitEvents = defineTool({
  name: 'wait_events',
  description:
    'Waits until count events arrive or the time is over, and returns them: tick, type, data. Pass the seq of an earlier result as since to miss no event between two calls.',
  isReadOnly: true,
  reportsSeq: true,
  input: {
    patterns: z.array(z.string().min(1)).min(1).max(20).describe('Such as graph.*'),
    count: z.int().min(1).max(200).default(1),
    seconds: z.number().min(0).max(maxWaitSeconds).default(5),
    since: z.int().min(0).optional(),
  },
  async run({ patterns, count, seconds, since }, access) {
    const watching = await watchEvents(access, patterns, { since });
    try {
      const isComplete = await watching.waitUntil(() => watching.events.length >= count, seconds);
      const { gap } = watching;
      const lines = watching.events.map(formatEvent);
      return [
        ...(gap
          ? [`Events from ${gap.from} to ${gap.to} are no longer in the buffer; some may be missing.`]
          : []),
        ...(isComplete ? [] : [`Received ${lines.length} of ${count} events in ${seconds} s.`]),
        ...limitLines(lines, Math.max(count, 20), 'use narrower patterns'),
      ].join('\n');
    } finally {
      await watching.end();
    }
  },
});
