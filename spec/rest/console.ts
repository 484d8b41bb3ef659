import * as z from 'zod';
import { countParameter } from '../contract/query-parameters.ts';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';
import { ConsoleEntry, contextTypes, severities } from '../events.ts';

/** Maximum number of console entries. Beyond this number, the oldest entries are dropped (description: 'Limits'). */
export const maxConsoleEntries = 500;

const Entry = markChoice('C-10', ConsoleEntry);

const statedFilters = {
  type: z.enum(severities).optional(),
  contextType: z.enum(contextTypes).optional(),
};

const subjectFilters = {
  graphId: markChoice('C-191', z.string().optional()).describe('Only entries about this graph or its nodes'),
  nodeId: markChoice('C-191', z.string().optional()).describe('Only entries about this node'),
};

export const consoleOperations = {
  readConsole: defineOperation({
    route: 'GET /api/console',
    area: 'console',
    summary: 'List recent console entries, oldest first',
    description:
      'Without `since` and `offset`, the page has the latest entries. With either, it starts at the oldest match, so pass the last timestamp of a page as `since` to get the next page. Timestamps are unique.',
    query: {
      ...statedFilters,
      ...subjectFilters,
      since: z.iso
        .datetime({ offset: true, local: true })
        .optional()
        .describe('Only entries after this ISO 8601 timestamp; UTC if it has no time zone'),
      limit: z.coerce.number().int().min(1).max(maxConsoleEntries).default(100),
      offset: markChoice('C-73', countParameter.optional()),
    },
    list: true,
    returns: { 200: Entry },
    errors: ['INVALID_QUERY'],
  }),
  clearConsole: defineOperation({
    route: 'DELETE /api/console',
    area: 'console',
    summary: 'Delete console entries: all, or those that match the query',
    description: 'No event reports this. The action `log.clear` also deletes all entries.',
    choice: 'C-191',
    query: { ...statedFilters, ...subjectFilters },
    returns: { 200: z.object({ removed: z.int().describe('Number of deleted entries') }) },
    errors: ['INVALID_QUERY'],
  }),
} as const;
