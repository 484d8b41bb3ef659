/**
 * Operations that read the playbacks and clips of scene objects (description: 'Property access on scene objects and
 * assets').
 */
import { ClipRecord, PlaybackRecord } from '../actions/animation.ts';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';

export const animationOperations = {
  listPlaybacks: defineOperation({
    route: 'GET /api/objects/{tag}/animations/playbacks',
    area: 'properties',
    summary: 'List the live playbacks of a scene object',
    description:
      'Returns playbacks that play, are paused or hold their last pose, oldest first. Playbacks that have ended are not listed.',
    needs: 'runtime',
    list: true,
    listChoice: 'C-151',
    returns: { 200: markChoice('C-151', PlaybackRecord.meta({ id: 'Playback' })) },
    errors: ['OBJECT_NOT_FOUND'],
  }),
  getClip: defineOperation({
    route: 'GET /api/objects/{tag}/animations/clips/{clip}',
    area: 'properties',
    summary: 'Get a clip of a scene object',
    description:
      'Returns its length, its markers and what it animates. Clip names are case-sensitive and may contain spaces: encode them in paths.',
    needs: 'runtime',
    returns: { 200: markChoice('C-151', ClipRecord.meta({ id: 'Clip' })) },
    errors: ['OBJECT_NOT_FOUND', 'CLIP_NOT_FOUND'],
  }),
} as const;
