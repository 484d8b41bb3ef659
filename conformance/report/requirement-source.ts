/** Describes where the service description says what a requirement says. */
import { findDescriptionSection } from '../requirements/description-sections.ts';
import type { RequirementResult } from '../runner/requirement-result.ts';

/** Describes a section, such as `§4.3 Graphs, nodes, connections (L1)`. */
export const describeSection = (section: string): string => {
  const found = findDescriptionSection(section);
  return found ? `§${found.number} ${found.heading}` : section;
};

/** How a requirement follows from the description. */
const provenanceVerbs: Readonly<Record<RequirementResult['provenance'], string>> = {
  STATED: 'stated in',
  DEDUCED: 'follows from',
  NOT_SHOWN: 'not shown in',
  SILENT: 'not defined in',
  CONFLICT: 'one of two readings of',
};

/** Describes a requirement with its source, to explain why an audit requires something. */
export const describeRequirementSource = ({
  id,
  section,
  provenance,
  text,
}: Pick<RequirementResult, 'id' | 'section' | 'provenance' | 'text'>): string =>
  `${id}, ${provenanceVerbs[provenance]} ${describeSection(section)}: ${text}`;
