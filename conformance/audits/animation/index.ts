import { changeAudits } from './changes.ts';
import { groupAudits } from './groups.ts';
import { layerAudits } from './layers.ts';
import { modeAudits } from './modes.ts';
import { playbackFilterAudits } from './filters.ts';
import { readAudits } from './reads.ts';
import { warningAudits } from './warnings.ts';

export const animationAudits = [
  ...readAudits,
  ...modeAudits,
  ...changeAudits,
  ...layerAudits,
  ...groupAudits,
  ...warningAudits,
  ...playbackFilterAudits,
];
