import { parseParameters } from '#spec/actions/parse.ts';
import { Fault, refusalStatus } from '#spec/errors.ts';
import type { RuntimeLink } from '#runtime/link/protocol.ts';
import { requireAction } from './offer.ts';
import type { NamedAction } from '#spec/actions/index.ts';

/** What came of a direct action, before REST or the hub dress it. */
interface Performed {
  readonly success: true;
  /** The dotted name as declared, whatever letter case it was called by. */
  readonly action: string;
  readonly result: Record<string, unknown>;
  readonly tick: number;
  readonly seq: number;
}

/**
 * Validates and runs one direct action (description: 'Layer 2 actions').
 * @throws Fault INVALID_PARAMETERS, and whatever the runtime answers
 */
export const performAction = async (
  { link }: { readonly link: RuntimeLink },
  action: NamedAction,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Performed> => {
  requireAction(link, action);
  const parsed = parseParameters(action, parameters);
  try {
    const request = { action: action.name, parameters: parsed };
    const { timeout } = action.spec;
    const { result, tick, seq } = await link.request('action.run', request, {
      ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
    });
    return { success: true, action: action.name, result, tick, seq };
  } catch (failure) {
    throw failure instanceof Fault ? refusalOf(failure) : failure;
  }
};

const refusalOf = ({ code, reason, details, resolution }: Fault): Fault =>
  new Fault(code, reason, details, resolution, refusalStatus(code));
