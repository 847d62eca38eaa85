/** A model to search: states are plain data, and their successors come from the program's own functions. */
export interface Model<State> {
  initial: State;
  /** One text for states that behave alike. */
  key(state: State): string;
  /** Everything that can happen next, with a word for it. */
  successors(state: State): [action: string, state: State][];
  /** A sentence for a state that must not be; undefined otherwise. */
  violation(state: State): string | undefined;
  /** True where the work is over, well or for people. Every state must lead to one of these. */
  isEnd(state: State): boolean;
}

/** What a search found. */
export interface Searched {
  states: number;
  /** Steps to the farthest state. */
  depth: number;
  /** The first broken promise on a shortest way, with the steps to it. */
  broken: { message: string; steps: string[] } | undefined;
}

interface Node<State> {
  state: State;
  before: number;
  action: string;
  depth: number;
}

/**
 * Visits every state, nearest first. It stops at the first broken promise, which is therefore on a shortest way; after
 * all states it looks for one from which no end can be reached.
 *
 * @throws Error when there are more than `statesMax` states: the search would not be exhaustive
 */
export function search<State>(model: Model<State>, statesMax: number): Searched {
  const nodes: Node<State>[] = [{ state: model.initial, before: -1, action: '', depth: 0 }];
  const known = new Map([[model.key(model.initial), 0]]);
  /** For each state, those that lead to it. */
  const leadingTo: number[][] = [[]];
  for (let at = 0; at < nodes.length; at += 1) {
    const { state, depth } = nodes[at]!;
    const message = model.violation(state);
    if (message !== undefined) return { states: nodes.length, depth, broken: { message, steps: stepsTo(nodes, at) } };
    for (const [action, next] of model.successors(state)) {
      const key = model.key(next);
      const seen = known.get(key);
      if (seen !== undefined) {
        leadingTo[seen]!.push(at);
        continue;
      }
      if (nodes.length >= statesMax) throw new Error(`There are more than ${statesMax} states: narrow the bounds.`);
      known.set(key, nodes.length);
      nodes.push({ state: next, before: at, action, depth: depth + 1 });
      leadingTo.push([at]);
    }
  }
  const stuck = stuckState(nodes, leadingTo, model);
  return {
    states: nodes.length,
    depth: nodes.at(-1)!.depth,
    broken:
      stuck === undefined ? undefined : { message: 'Nothing leads from here to an end.', steps: stepsTo(nodes, stuck) },
  };
}

/** The nearest state from which no end can be reached. */
function stuckState<State>(
  nodes: readonly Node<State>[],
  leadingTo: readonly (readonly number[])[],
  model: Model<State>,
): number | undefined {
  const ends = new Uint8Array(nodes.length);
  const waiting: number[] = [];
  for (const [at, { state }] of nodes.entries()) {
    if (!model.isEnd(state)) continue;
    ends[at] = 1;
    waiting.push(at);
  }
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const before of leadingTo[at]!) {
      if (ends[before]) continue;
      ends[before] = 1;
      waiting.push(before);
    }
  const stuck = ends.indexOf(0);
  return stuck < 0 ? undefined : stuck;
}

function stepsTo<State>(nodes: readonly Node<State>[], at: number): string[] {
  const steps: string[] = [];
  for (let node = nodes[at]!; node.before >= 0; node = nodes[node.before]!) steps.unshift(node.action);
  return steps;
}
