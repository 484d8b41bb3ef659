import type { Reply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';
import { mustMatchModel } from '../match-model.ts';
import type { EditCommand } from '../edit-command.ts';
import type { ModelGraph, ModelNode } from '../graph-model.ts';
import type { ModelContext } from '../model-context.ts';

const notePath = (graph: ModelGraph, node: ModelNode): string =>
  pathTo`/api/graphs/${graph.id}/nodes/${node.id}/note`;

const getNoteContent = (reply: Reply) => ({
  text: reply.at('text'),
  font: reply.at('font'),
  color: reply.at('color'),
  fontSize: reply.at('fontSize'),
});

const readNote = async ({ t }: ModelContext, graph: ModelGraph, node: ModelNode) => {
  const reply = await t.http.get(notePath(graph, node));
  t.mustSucceed(reply, 'a note is read');
  return reply;
};

const listNotes = (graph: ModelGraph): readonly ModelNode[] =>
  [...graph.nodes.values()].filter(({ category }) => category === 'Note');

/** Requires that every note still reads as it did after its last write. */
export const mustMatchNotes = async (context: ModelContext, graph: ModelGraph): Promise<void> => {
  for (const node of listNotes(graph)) {
    if (node.note === undefined) continue;
    context.t.mustEqual(getNoteContent(await readNote(context, graph, node)), node.note, 'a note is stored');
  }
};

export const noteCommands: readonly EditCommand[] = [
  {
    name: 'write a note',
    route: 'PUT /api/graphs/{}/nodes/{}/note',
    weight: 3,
    async run(graph, context, random) {
      const { t, trail } = context;
      const node = random.pick(listNotes(graph));
      if (!node) return;
      const before = getNoteContent(await readNote(context, graph, node));
      const otherNote = random.pick(listNotes(graph).filter(({ id }) => id !== node.id));
      const otherContent = otherNote && getNoteContent(await readNote(context, graph, otherNote));
      const text = random.pick(['one', '', 'two\nlines']);
      trail.push('write the text of a note');
      const reply = await t.http.put(notePath(graph, node), { text });
      t.mustSucceed(reply, 'the text of a note is written');
      node.note = { ...before, text };
      t.mustEqual(
        getNoteContent(await readNote(context, graph, node)),
        node.note,
        'only the text of the note changed',
      );
      if (otherNote)
        t.mustEqual(
          getNoteContent(await readNote(context, graph, otherNote)),
          otherContent,
          'and no other note',
        );
      await mustMatchModel(context, graph);
    },
  },
  {
    name: 'write a note in a font that is not available',
    route: 'PUT /api/graphs/{}/nodes/{}/note',
    async run(graph, context, random) {
      const { t, trail } = context;
      const node = random.pick(listNotes(graph));
      if (!node) return;
      const before = getNoteContent(await readNote(context, graph, node));
      trail.push('write a note in a font that is not available');
      const reply = await t.http.put(notePath(graph, node), { text: 'lost', font: 'NoSuchFontAtAll' });
      t.mustFail(reply, 400, 'INVALID_VALUE');
      t.mustEqual(
        getNoteContent(await readNote(context, graph, node)),
        before,
        'a rejected note changes nothing',
      );
    },
  },
  {
    name: 'write a note to a node that is not a Note',
    route: 'PUT /api/graphs/{}/nodes/{}/note',
    async run(graph, context, random) {
      const { t, trail } = context;
      const node = random.pick([...graph.nodes.values()].filter(({ category }) => category !== 'Note'));
      if (!node) return;
      trail.push(`write a note to a ${node.category} node`);
      t.mustFail(await t.http.put(notePath(graph, node), { text: 'lost' }), 400, 'INVALID_REQUEST');
      await mustMatchModel(context, graph);
    },
  },
];
