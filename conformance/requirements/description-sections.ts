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

/** Where the requirements' sections are in the service description. */

/** The headings of the service description, in order. Each has its subheadings. */
const headings = {
  'What the service does': [],
  'Resources and their fields': [
    'Error envelope',
    'Health response (`GET /api/health`)',
    'Graph',
    'Node',
    'Port',
    'Connection',
    'Variable',
    'Type catalog (`GET /api/types`)',
    'Node type and category',
    'Note sub-resource of a Note node',
    'Property access records',
    'Batch',
    'Discovery envelope',
    'Console entry',
    'Node image export (debug builds only)',
  ],
  'States and transitions': ['Graph execution', 'Animation playback on a scene object', 'Child process'],
  Endpoints: [
    'Conventions',
    'Root, discovery and meta',
    'Graphs, nodes, connections (L1)',
    'Ports and variables (L1)',
    'Batch',
    'Console',
    'Property access on scene objects and assets',
    'Layer 2 actions',
  ],
  Authentication: [],
  Events: [],
  Errors: [],
  Limits: [],
  Versioning: [],
} as const;

type SectionNumber = `${number}` | `${number}.${number}`;

const headingsByNumber = new Map<string, string>(
  Object.entries(headings).flatMap(([heading, subheadings], index) => [
    [`${index + 1}`, heading],
    ...subheadings.map((subheading, position) => [`${index + 1}.${position + 1}`, subheading] as const),
  ]),
);

/** The number of the description's section from which a section of the requirements is taken. */
const numbers: Readonly<Record<string, SectionNumber>> = {
  'What the service does': '1',
  'Error envelope': '2.1',
  'Health response': '2.2',
  Graph: '2.3',
  Node: '2.4',
  Port: '2.5',
  'Port value formats': '2.5',
  Connection: '2.6',
  'Connection compatibility': '2.5',
  Variable: '2.7',
  'Type catalog': '2.8',
  'Node type and category': '2.9',
  'Note sub-resource': '2.10',
  'Property access records': '2.11',
  Batch: '2.12',
  'Discovery envelope': '2.13',
  'Console entry': '2.14',
  'Node image export': '2.15',
  'Graph execution': '3.1',
  'Animation playback': '3.2',
  'Child process': '3.3',
  'Endpoint conventions': '4.1',
  'Root, discovery and meta': '4.2',
  'Node type endpoints': '4.2',
  'Discovery endpoints': '4.2',
  'Dev endpoints': '4.2',
  'Graph endpoints': '4.3',
  'Node endpoints': '4.3',
  'Bulk and build endpoints': '4.3',
  'Connection endpoints': '4.3',
  'Run endpoints': '4.3',
  'Graph file endpoints': '4.3',
  'Layout endpoints': '4.3',
  'Port endpoints': '4.4',
  'Variable endpoints': '4.4',
  'Batch endpoint': '4.5',
  'Console endpoint': '4.6',
  'Property access on scene objects': '4.7',
  'Property access on assets': '4.7',
  'Animation reads': '4.7',
  'Project endpoints': '4.7',
  'Layer 2 actions': '4.8',
  'Scene actions': '4.8',
  'Physics actions': '4.8',
  'Output actions': '4.8',
  'Audio actions': '4.8',
  'Asset actions': '4.8',
  'Animation actions': '4.8',
  'Device actions': '4.8',
  Authentication: '5',
  'Network modes': '5',
  'Cross-origin policy': '5',
  'Runtime link': '5',
  'Sensitive values': '5',
  'Hub methods': '6',
  'Event types': '6',
  Errors: '7',
  Limits: '8',
  Versioning: '9',
};

/** A section of the service description. */
interface DescriptionSection {
  /** The number, which counts the description's headings, such as `4.3`. */
  readonly number: SectionNumber;
  readonly heading: string;
}

/**
 * Returns the section of the service description from which a section of the requirements is taken. `undefined` for
 * sections about the runtime link, which the description does not define.
 */
export const findDescriptionSection = (section: string): DescriptionSection | undefined => {
  const number = numbers[section];
  const heading = number === undefined ? undefined : headingsByNumber.get(number);
  return number === undefined || heading === undefined ? undefined : { number, heading };
};
