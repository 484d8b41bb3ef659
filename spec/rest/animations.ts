/** Reading what plays on scene objects (description: 'Property access on scene objects and assets'). */
import { ClipRecord, PlaybackRecord } from '../actions/animation.ts';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';

export const animationOperations = {
  listPlaybacks: defineOperation({
    route: 'GET /api/objects/{tag}/animations/playbacks',
    area: 'properties',
    summary: 'The live playbacks of a scene object',
    description: 'What plays, is paused or holds its last pose, oldest first; what has ended is not there.',
    needs: 'runtime',
    list: true,
    listChoice: 'C-151',
    returns: { 200: markChoice('C-151', PlaybackRecord.meta({ id: 'Playback' })) },
    errors: ['OBJECT_NOT_FOUND'],
  }),
  getClip: defineOperation({
    route: 'GET /api/objects/{tag}/animations/clips/{clip}',
    area: 'properties',
    summary: 'A clip of a scene object',
    description:
      'Its length, its markers and what it moves. Names of clips are case-sensitive and may contain spaces: encode them in paths.',
    needs: 'runtime',
    returns: { 200: markChoice('C-151', ClipRecord.meta({ id: 'Clip' })) },
    errors: ['OBJECT_NOT_FOUND', 'CLIP_NOT_FOUND'],
  }),
} as const;
