import { playbackControlAudits } from './playback-control.ts';
import { playbackGroupAudits } from './playback-groups.ts';
import { playbackLayerAudits } from './blend-layers.ts';
import { loopModeAudits } from './loop-modes.ts';
import { playbackEventFilterAudits } from './playback-event-filters.ts';
import { playbackQueryAudits } from './playback-queries.ts';
import { playbackWarningAudits } from './playback-warnings.ts';

export const animationAudits = [
  ...playbackQueryAudits,
  ...loopModeAudits,
  ...playbackControlAudits,
  ...playbackLayerAudits,
  ...playbackGroupAudits,
  ...playbackWarningAudits,
  ...playbackEventFilterAudits,
];
