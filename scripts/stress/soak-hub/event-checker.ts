/** Checks the events that one connection receives. */
export interface EventChecker {
  /** Number of the next expected event. Equals the number of received events if none are missing. */
  readonly nextNumber: number;
  /** Number of received events, where a coalesced event counts as all the events that it stands for. */
  readonly coveredCount: number;
  /** The highest received sequence number. */
  readonly lastSeq: number;
  /** Number of received events that each stand for several events. */
  readonly coalesced: number;
  /** Number of declared gaps. */
  readonly gaps: number;
  /** The first violation of each kind. */
  readonly problems: readonly string[];
  add(event: SoakEvent): void;
}

/** The event fields that are checked. */
export interface SoakEvent {
  readonly type: string;
  readonly seq: number;
  readonly graphId?: string;
  readonly nodeId?: string;
  readonly coalesced?: number;
  readonly gap?: { readonly from: number; readonly to: number };
  readonly data: Readonly<Record<string, unknown>>;
}

/** Event kinds that may be held back. Only events from the same source stay in order (PROTOCOL, 'Delivery rates'). */
const throttledKinds = /^(?:node\.|ports\.updated$)/;

interface EventCheckerOptions {
  /** The text before the number in the message of every numbered event. */
  readonly marker: string;
  /** Number of the first event. */
  readonly first?: number;
  /** Called for each numbered event. */
  readonly onNumber?: (number: number) => void;
}

export const createEventChecker = ({
  marker,
  first = 0,
  onNumber = () => {},
}: EventCheckerOptions): EventChecker => {
  const problemsByKind = new Map<string, string>();
  const lastSeqBySource = new Map<string, number>();
  let next = first;
  let coveredCount = 0;
  let lastSeq = 0;
  let coalesced = 0;
  let gaps = 0;
  const addProblem = (kind: string, text: string) => {
    if (!problemsByKind.has(kind)) problemsByKind.set(kind, text);
  };
  const checkOrder = ({ type, seq, nodeId, graphId }: SoakEvent) => {
    const source = throttledKinds.test(type) ? `${type} ${nodeId ?? graphId}` : 'the ordinary events';
    const previousSeq = lastSeqBySource.get(source) ?? 0;
    if (seq === previousSeq) addProblem('repeated', `event ${seq} of ${source} was repeated`);
    else if (seq < previousSeq) addProblem('order', `event ${seq} of ${source} came after ${previousSeq}`);
    lastSeqBySource.set(source, seq);
  };
  const checkNumber = (message: string) => {
    const number = Number.parseInt(message.slice(marker.length), 10);
    if (number > next) addProblem('lost', `the numbered events ${next} to ${number - 1} are missing`);
    else if (number < next)
      addProblem('repeated number', `the numbered event ${number} came after ${next - 1}`);
    next = number + 1;
    onNumber(number);
  };
  return {
    get nextNumber() {
      return next;
    },
    get coveredCount() {
      return coveredCount;
    },
    get lastSeq() {
      return lastSeq;
    },
    get coalesced() {
      return coalesced;
    },
    get gaps() {
      return gaps;
    },
    get problems() {
      return [...problemsByKind.values()];
    },
    add(event) {
      coveredCount += event.coalesced ?? 1;
      lastSeq = Math.max(lastSeq, event.seq);
      if (event.coalesced !== undefined) coalesced += 1;
      if (event.gap) gaps += 1;
      checkOrder(event);
      const { message } = event.data;
      if (event.type === 'console.log' && typeof message === 'string' && message.startsWith(marker)) {
        checkNumber(message);
      }
    },
  };
};
