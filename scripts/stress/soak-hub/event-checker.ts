/** Checks the events of one connection. */
export interface EventChecker {
  /** The number of the next expected event. Equals the number of received events when none is missing. */
  readonly nextNumber: number;
  /** Number of received events, including those that a coalesced event stands for. */
  readonly coveredCount: number;
  /** The highest sequence number. */
  readonly lastSeq: number;
  /** Number of received events that stand for several. */
  readonly coalesced: number;
  /** Number of declared gaps. */
  readonly gaps: number;
  /** The first violation of each kind. */
  readonly problems: readonly string[];
  add(event: SoakEvent): void;
}

/** The fields of an event that are checked. */
export interface SoakEvent {
  readonly type: string;
  readonly seq: number;
  readonly graphId?: string;
  readonly nodeId?: string;
  readonly coalesced?: number;
  readonly gap?: { readonly from: number; readonly to: number };
  readonly data: Readonly<Record<string, unknown>>;
}

/** Kinds that may be held back, so that only those of the same source stay in order (PROTOCOL, 'Delivery rates'). */
const throttledKinds = /^(?:node\.|ports\.updated$)/;

interface EventCheckerOptions {
  /** Prefix of the message of every numbered event, before its number. */
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
