import * as z from 'zod';
import { countParameter } from '../contract/query-parameters.ts';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';
import { ConsoleEntry, contextTypes, severities } from '../events.ts';

/** Entries that the console keeps; the oldest leave first (description: 'Limits'). */
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
    summary: 'Recent console entries, oldest first',
    description:
      'Without `since` and `offset` the page is the end of the list, the latest entries. With either of them it is read forwards, so that who passes the last time stamp of a page gets the next one. No two entries have the same time stamp.',
    query: {
      ...statedFilters,
      ...subjectFilters,
      since: z.iso
        .datetime({ offset: true, local: true })
        .optional()
        .describe('Only entries after this ISO 8601 time stamp, which is UTC where it names no time zone'),
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
    summary: 'Forgets console entries: all of them, or those that the query names',
    description: 'No event tells of it. `log.clear` is the same for all entries, as an action.',
    choice: 'C-191',
    query: { ...statedFilters, ...subjectFilters },
    returns: { 200: z.object({ removed: z.int().describe('How many entries there were') }) },
    errors: ['INVALID_QUERY'],
  }),
} as const;
