import { type AuditTools, defineAuditArea } from '../audit.ts';
import { includesWord } from '../target/hub/hub-event.ts';
import { pathTo } from '../target/id.ts';
import type { TargetGraph } from '../audit-helpers/fixtures.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { Reply } from '../target/http/exchange.ts';

const compatibility = defineAuditArea('compatibility', 'token', 'project');

export const createConnectionBody = (output: TargetPort, input: TargetPort) => ({
  outputPortId: output.id,
  inputPortId: input.id,
});

type ExpectedOutcome = 'connects' | 'refused' | 'either';

interface CompatibilityRule {
  readonly expected: ExpectedOutcome;
  readonly requirement: RequirementId;
}

/** Returns the first rule in the description that applies to a pair of output type and input type. */
export const findCompatibilityRule = (output: string, input: string): CompatibilityRule => {
  const pair = new Set([output, input]);
  if (output === input) return { expected: 'connects', requirement: 'CONN-COMPAT-001' };
  if (output === 'Button' && input === 'Trigger')
    return { expected: 'either', requirement: 'CONN-COMPAT-005' };
  if (output === 'Trigger' && input === 'Button')
    return { expected: 'refused', requirement: 'CONN-COMPAT-006' };
  if (pair.has('Trigger') && pair.has('Generic'))
    return { expected: 'either', requirement: 'CONN-COMPAT-010' };
  if (pair.has('Trigger')) return { expected: 'refused', requirement: 'CONN-COMPAT-009' };
  if (pair.has('Generic')) return { expected: 'connects', requirement: 'CONN-COMPAT-002' };
  if (pair.has('Float') && pair.has('Integer'))
    return { expected: 'connects', requirement: 'CONN-COMPAT-003' };
  if (pair.has('String') && pair.has('ObjectSelector'))
    return { expected: 'connects', requirement: 'CONN-COMPAT-004' };
  return { expected: 'refused', requirement: 'CONN-COMPAT-007' };
};

/**
 * Whether a rule covers the single pair that the description explicitly forbids. A target without such ports can't
 * break this rule.
 */
const isForbiddenPair = (requirement: RequirementId): boolean =>
  requirement === findCompatibilityRule('Trigger', 'Button').requirement;

interface TypePair {
  readonly output: string;
  readonly input: string;
}

/** Lists all pairs of output types and input types that occur in the target's node types. */
const listTypePairs = async (t: AuditTools): Promise<readonly TypePair[]> => {
  const types = (await t.fixtures.palette()).types();
  t.given(
    types.output.size > 0 && types.input.size > 0,
    'node types whose ports show a direction (choices.paths "port.direction")',
  );
  return [...types.output].flatMap((output) => [...types.input].map((input) => ({ output, input })));
};

interface PairResult {
  readonly validated: Reply;
  readonly connected: Reply;
  readonly wired: boolean;
}

/** Tries to connect a pair of ports on two new nodes, so that no earlier connection interferes. */
const connectPair = async (
  t: AuditTools,
  graph: TargetGraph,
  { output, input }: TypePair,
): Promise<PairResult> => {
  const from = await t.fixtures.port(graph, output, 'output');
  const to = await t.fixtures.port(graph, input, 'input');
  const body = createConnectionBody(from.port, to.port);
  const validated = await t.http.post(pathTo`/api/graphs/${graph.id}/connections/validate`, body);
  const connected = await t.http.post(pathTo`/api/graphs/${graph.id}/connections`, body);
  const listed = await t.fixtures.listConnections(graph);
  return { validated, connected, wired: listed.some((connection) => includesWord(connection, to.port.id)) };
};

/** Creates a graph with a working connection. Rejections are meaningful only if this succeeds. */
const createGraphWithConnection = async (t: AuditTools): Promise<TargetGraph> => {
  const graph = await t.fixtures.graph();
  const { output, input } = await t.fixtures.connectablePair(graph);
  const reply = await t.fixtures.connect(graph, output.port.id, input.port.id);
  t.given(
    reply.ok && (await t.fixtures.listConnections(graph)).length === 1,
    'two ports of the same type can be connected',
  );
  return graph;
};

/** Defines an audit that checks every offered pair to which one rule applies. */
const defineMatrixAudit = (
  requirement: RequirementId,
  name: string,
  otherRequirements: readonly RequirementId[] = [],
) =>
  compatibility
    .with({
      timeout: 180_000,
      likelyCause: 'the compatibility rule is missing, or applied in the wrong direction',
    })
    .audit(name, [requirement, ...otherRequirements], async (shared) => {
      const t = shared.for(requirement, ...otherRequirements);
      const pairs = (await listTypePairs(t)).filter(
        ({ output, input }) => findCompatibilityRule(output, input).requirement === requirement,
      );
      if (pairs.length === 0 && isForbiddenPair(requirement) && (await t.fixtures.palette()).isComplete) {
        t.notApplicable('no node type of the target has such a pair of ports');
      }
      t.given(pairs.length > 0, 'node types with such a pair of ports');
      const graph = await createGraphWithConnection(t);
      const accepted: string[] = [];
      for (const pair of pairs) {
        const { connected, wired } = await connectPair(t, graph, pair);
        const words = `${pair.output} to ${pair.input}`;
        const { expected } = findCompatibilityRule(pair.output, pair.input);
        t.must(wired === connected.ok, `${words}: the response matches whether the pair is connected`, {
          expected: connected.status,
          actual: wired,
        });
        if (expected === 'connects') t.mustEqual(connected.status, 201, `${words} connects`);
        else if (!connected.ok) t.mustFail(connected, 400, 'INCOMPATIBLE_TYPES');
        else
          t.must(expected === 'either', `${words} is rejected with 400 INCOMPATIBLE_TYPES`, {
            actual: connected.status,
          });
        if (connected.ok) accepted.push(words);
      }
      t.observe('pairs tried', pairs.length);
      t.observe('pairs that can be connected', accepted);
    });

/**
 * Whether a dry run reports that a connection is valid. The dry run says so with a flag or a word, or rejects an
 * invalid pair as the real call would.
 */
const isValidationPositive = (t: AuditTools, reply: Reply): boolean | undefined =>
  reply.status === 400 || reply.status === 409 ? false : t.fields.truth(reply.json, 'validation.valid');

export const audits = [
  defineMatrixAudit('CONN-COMPAT-001', 'same-type'),
  defineMatrixAudit('CONN-COMPAT-002', 'generic'),
  defineMatrixAudit('CONN-COMPAT-003', 'numbers'),
  defineMatrixAudit('CONN-COMPAT-004', 'string-selector'),
  defineMatrixAudit('CONN-COMPAT-005', 'button-to-trigger'),
  defineMatrixAudit('CONN-COMPAT-006', 'trigger-to-button'),
  defineMatrixAudit('CONN-COMPAT-007', 'others-refused', ['CONN-CREATE-002', 'ERR-009']),
  defineMatrixAudit('CONN-COMPAT-009', 'trigger-and-data'),
  defineMatrixAudit('CONN-COMPAT-010', 'generic-and-trigger'),
  compatibility.with({ timeout: 180_000 }).audit('validate-agrees', ['CONN-COMPAT-011'], async (t) => {
    const graph = await createGraphWithConnection(t);
    const verdicts = new Set<boolean>();
    for (const pair of await listTypePairs(t)) {
      const { validated, connected } = await connectPair(t, graph, pair);
      const verdict = isValidationPositive(t, validated);
      if (verdict === undefined) t.unverified('the verdict of a dry run (choices.paths "validation.valid")');
      t.must(
        verdict === connected.ok,
        `${pair.output} to ${pair.input}: the dry run agrees with the real connection`,
        { expected: connected.status, actual: validated.text },
      );
      verdicts.add(connected.ok);
    }
    t.given(verdicts.size === 2, 'pairs that can be connected and pairs that cannot');
  }),
];
