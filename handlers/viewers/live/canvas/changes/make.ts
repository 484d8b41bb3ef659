import { makeAdd, makeRemove } from './nodes.ts';
import { makeArrangement, makePlace } from './place.ts';
import { makeMark, makeNote, makeValue } from './value.ts';
import { makeWires } from './wires.ts';
import type { SingleChange } from './change.ts';
import type { Desk, Made } from './desk.ts';

/** Makes a change over the API. @throws SceneRuntimeError when the service refuses it */
export const make = (desk: Desk, change: SingleChange): Promise<Made> => {
  switch (change.kind) {
    case 'place':
      return makePlace(desk, change);
    case 'value':
      return makeValue(desk, change);
    case 'wires':
      return makeWires(desk, change);
    case 'add':
      return makeAdd(desk, change);
    case 'remove':
      return makeRemove(desk, change);
    case 'note':
      return makeNote(desk, change);
    case 'mark':
      return makeMark(desk, change);
    case 'arrange':
      return makeArrangement(desk, change);
  }
};
