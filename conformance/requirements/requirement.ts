/** How strongly the description demands what a statement says. */
export type Level = 'MUST' | 'SHOULD' | 'MAY' | 'INFO';

/**
 * Where a statement comes from, and therefore whether its audits can fail. Only STATED, DEDUCED and CONFLICT statements
 * can fail. A CONFLICT statement fails only if the target satisfies none of the conflicting readings. NOT_SHOWN and
 * SILENT statements are only observed.
 */
export type Provenance = 'STATED' | 'DEDUCED' | 'NOT_SHOWN' | 'SILENT' | 'CONFLICT';

/** The parts of the service that an implementation can claim to support independently of each other. */
export const profiles = [
  'CORE',
  'AUTH',
  'L1-EDIT',
  'L1-RUN',
  'PROPS',
  'L2',
  'L3',
  'ANIM',
  'LAN',
  'LINK',
  'DEV',
] as const;

export type Profile = (typeof profiles)[number];

/** One statement of the service description, in the kit's own words. */
export interface Requirement<Id extends string = string> {
  /** The requirement's id, which never changes and is never reused for another statement. */
  readonly id: Id;
  readonly section: string;
  readonly level: Level;
  readonly provenance: Provenance;
  readonly profile: Profile;
  readonly text: string;
  /** How a DEDUCED statement follows from what the description states. Present for all DEDUCED statements. */
  readonly derivation?: string;
  /**
   * What must happen before an audit can check this requirement. Absent as soon as an audit names the requirement's id.
   */
  readonly planned?: string;
  /** The reason why no audit will ever check this requirement. */
  readonly excluded?: string;
}

type RequirementDetails = Partial<
  Pick<Requirement, 'provenance' | 'derivation' | 'profile' | 'planned' | 'excluded'>
>;

/**
 * Creates functions that build the rows of a section. Rows belong to the given profile unless they name another
 * profile.
 */
export const defineSection = (title: string, profile: Profile) => {
  const createRow =
    (level: Level) =>
    <const Id extends string>(id: Id, text: string, details: RequirementDetails = {}): Requirement<Id> => ({
      id,
      section: title,
      level,
      provenance: 'STATED',
      profile,
      text,
      ...details,
    });
  return {
    must: createRow('MUST'),
    should: createRow('SHOULD'),
    may: createRow('MAY'),
    info: createRow('INFO'),
  };
};

/** Details that many rows share. */
export const leftOpen = { provenance: 'NOT_SHOWN', excluded: 'the description leaves it open' } as const;
/**
 * Details of a statement that follows from what the description states. It is a MUST only if it follows strictly.
 */
export const follows = (derivation: string) => ({ provenance: 'DEDUCED', derivation }) as const;
export const plannedFor = (missing: string) => ({ planned: missing });
