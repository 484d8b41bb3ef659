import { area } from '../../area.ts';
import { editSequences, possibleKinds, runEdits } from '../../model/edit-run.ts';
import { findDisabledMark, richTypes, routesOf } from '../../model/workbench.ts';
import type { Workbench } from '../../model/workbench.ts';

const model = area('model', 'token', 'project');

/** Fewer kinds of commands than this say too little about editing as a whole. */
const fewestKinds = 15;

export const modelAudits = [
  model.audit(
    'graph-editing',
    ['GRAPH-EDIT-001'],
    {
      timeout: 180_000,
      likelyCause:
        'an edit touches more, or less, than it is about; the message lists the edits that show it',
    },
    async (t) => {
      const workbench: Workbench = {
        t,
        routes: await routesOf(t),
        types: await richTypes(t),
        mark: await findDisabledMark(t),
        readable: new Set(),
        trail: [],
      };
      const kinds = possibleKinds(workbench).map(({ name }) => name);
      t.given(workbench.types.length > 0, 'node types that can be created');
      t.given(
        kinds.length >= fewestKinds,
        `routes in the table of contents for ${fewestKinds} kinds of commands`,
        {
          actual: kinds,
        },
      );
      t.observe('kinds of commands', kinds.length);
      await t.property(
        'graphs hold what the edits made of them',
        editSequences(workbench, 60),
        (sequence) => runEdits(workbench, sequence),
        { runs: 20 },
      );
    },
  ),
];
