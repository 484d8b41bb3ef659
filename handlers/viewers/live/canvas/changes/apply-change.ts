import { applyAdd, applyRemove } from './add-remove-nodes.ts';
import { applyAutoLayout, applyMove } from './move-nodes.ts';
import { applyPortState, applyNote, applyPortValue } from './edit-port-or-note.ts';
import { applyConnections } from './edit-connections.ts';
import type { SingleGraphChange } from './graph-change.ts';
import type { EditContext, EditResult } from './edit-context.ts';

/** Makes a change through the API. @throws SceneRuntimeError when the service rejects it */
export const applyChange = (desk: EditContext, change: SingleGraphChange): Promise<EditResult> => {
  switch (change.kind) {
    case 'place':
      return applyMove(desk, change);
    case 'value':
      return applyPortValue(desk, change);
    case 'wires':
      return applyConnections(desk, change);
    case 'add':
      return applyAdd(desk, change);
    case 'remove':
      return applyRemove(desk, change);
    case 'note':
      return applyNote(desk, change);
    case 'mark':
      return applyPortState(desk, change);
    case 'arrange':
      return applyAutoLayout(desk, change);
  }
};
