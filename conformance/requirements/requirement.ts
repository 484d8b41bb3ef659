/** How strongly the description requires a statement. */
export type Level = 'MUST' | 'SHOULD' | 'MAY' | 'INFO';

/**
 * Where a statement comes from, and so whether it can fail. Only STATED, DEDUCED and CONFLICT (when no reading holds)
 * can fail; NOT_SHOWN and SILENT are only observed.
 */
export type Provenance = 'STATED' | 'DEDUCED' | 'NOT_SHOWN' | 'SILENT' | 'CONFLICT';

/** The parts of the service that an implementation can claim separately. */
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

/** One statement of the service description, in the words of the kit. */
export interface Requirement<Id extends string = string> {
  /** An id never changes and is never reused for another statement. */
  readonly id: Id;
  readonly section: string;
  readonly level: Level;
  readonly provenance: Provenance;
  readonly profile: Profile;
  readonly text: string;
  /** What an audit of this requirement waits for. Absent once an audit names the id. */
  readonly planned?: string;
  /** Why no audit will ever check this requirement. */
  readonly excluded?: string;
}

type RequirementDetails = Partial<Pick<Requirement, 'provenance' | 'profile' | 'planned' | 'excluded'>>;

/** Creates row builders for a section of the description, with the profile of most of its rows. */
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

/** Reasons that many rows share. */
export const leftOpen = { provenance: 'NOT_SHOWN', excluded: 'the description leaves it open' } as const;
export const plannedFor = (missing: string) => ({ planned: missing });
