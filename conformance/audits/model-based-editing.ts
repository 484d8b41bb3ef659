import { defineAuditArea } from '../define-audit-area.ts';
import { createEditSequences, listSupportedCommands, runEdits } from '../model/run-edits.ts';
import { findDisabledField, selectNodeTypes, readListedRoutes } from '../model/model-context.ts';
import type { ModelContext } from '../model/model-context.ts';

const model = defineAuditArea('model', 'token', 'project');

/** The minimum number of command kinds. Fewer kinds prove too little about editing in general. */
const minCommandKinds = 15;

export const audits = [
  model.audit(
    'graph-editing',
    ['GRAPH-EDIT-001'],
    {
      timeout: 180_000,
      likelyCause: 'an edit changes more, or less, than it should; the message lists the edits that show it',
    },
    async (t) => {
      const workbench: ModelContext = {
        t,
        routes: await readListedRoutes(t),
        nodeTypes: await selectNodeTypes(t),
        disabledField: await findDisabledField(t),
        readableTypes: new Set(),
        trail: [],
      };
      const kinds = listSupportedCommands(workbench).map(({ name }) => name);
      t.given(workbench.nodeTypes.length > 0, 'node types that can be created');
      t.given(
        kinds.length >= minCommandKinds,
        `routes in the table of contents for ${minCommandKinds} kinds of commands`,
        {
          actual: kinds,
        },
      );
      t.observe('kinds of commands', kinds.length);
      await t.property(
        'graphs have the contents that the edits produce',
        createEditSequences(workbench, 60),
        (sequence) => runEdits(workbench, sequence),
        { runs: 20 },
      );
    },
  ),
];
