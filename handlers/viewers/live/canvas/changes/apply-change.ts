import { applyAdd, applyRemove } from './add-remove-nodes.ts';
import { applyAutoLayout, applyMove } from './move-nodes.ts';
import { applyPortState, applyNote, applyPortValue } from './edit-port-or-note.ts';
import { applyConnections } from './edit-connections.ts';
import type { SingleGraphChange } from './graph-change.ts';
import type { EditContext, EditResult } from './edit-context.ts';

/**
 * Applies a change through the API.
 * @throws SceneRuntimeError if the service rejects the change
 */
export const applyChange = (context: EditContext, change: SingleGraphChange): Promise<EditResult> => {
  switch (change.kind) {
    case 'move':
      return applyMove(context, change);
    case 'value':
      return applyPortValue(context, change);
    case 'wires':
      return applyConnections(context, change);
    case 'add':
      return applyAdd(context, change);
    case 'remove':
      return applyRemove(context, change);
    case 'note':
      return applyNote(context, change);
    case 'portState':
      return applyPortState(context, change);
    case 'arrange':
      return applyAutoLayout(context, change);
  }
};
