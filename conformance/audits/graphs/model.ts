import { area } from '../../area.ts';
import { editSequences, possibleKinds, runEdits } from '../../model/edit-run.ts';
import { findDisabledMark, richTypes, routesOf } from '../../model/world.ts';
import type { World } from '../../model/world.ts';

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
      const world: World = {
        t,
        routes: await routesOf(t),
        types: await richTypes(t),
        mark: await findDisabledMark(t),
        trail: [],
      };
      const kinds = possibleKinds(world).map(({ name }) => name);
      t.given(world.types.length > 0, 'node types that can be created');
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
        editSequences(world, 60),
        (sequence) => runEdits(world, sequence),
        { runs: 20 },
      );
    },
  ),
];
